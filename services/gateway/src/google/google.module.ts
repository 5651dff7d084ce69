import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { GoogleController } from './google.controller.js';
import { GoogleProvider } from './google-provider.js';
import { RoundTripCookie } from './round-trip-cookie.js';
import { TicketCookie } from './ticket-cookie.js';

@Module({
  imports: [AuthModule],
  controllers: [GoogleController],
  providers: [GoogleProvider, RoundTripCookie, TicketCookie],
})
export class GoogleModule {}
