import { Module } from '@nestjs/common';
import { LinkNewsConsumer } from './link-news.consumer.js';
import { LinkNews } from './link-news.js';

@Module({ controllers: [LinkNewsConsumer], providers: [LinkNews], exports: [LinkNews] })
export class LinkNewsModule {}
