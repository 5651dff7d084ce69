import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { DataExportController } from './data-export.controller.js';
import { DataExports } from './data-exports.js';

/** All that is held about an account, for its owner to take along. */
@Module({ imports: [AuthModule], controllers: [DataExportController], providers: [DataExports] })
export class DataExportModule {}
