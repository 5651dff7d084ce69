import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EncryptionModule } from '../encryption/encryption.module.js';
import { Push } from './push.entity.js';
import { PushRepository } from './push.repository.js';
import { PushWorker } from './push.worker.js';
import { PushKeysRow } from './push-keys.entity.js';
import { PushKeys } from './push-keys.js';
import { PushKeysRepository } from './push-keys.repository.js';
import { PushQueue } from './push-queue.js';
import { PushSender } from './push-sender.js';

/** The way to the browsers. */
@Module({
  imports: [TypeOrmModule.forFeature([Push, PushKeysRow]), EncryptionModule],
  providers: [PushKeys, PushKeysRepository, PushQueue, PushRepository, PushSender, PushWorker],
  exports: [PushKeys, PushQueue],
})
export class PushQueueModule {}
