import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccountModule } from './account/account.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { ApiKeyModule } from './api-key/api-key.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { AuthModule } from './auth/auth.module.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { DeploymentModule } from './deployment/deployment.module.js';
import { DomainsModule } from './domains/domains.module.js';
import { GoogleModule } from './google/google.module.js';
import { ForwardController } from './http/forward.controller.js';
import { InputGuard } from './http/input.guard.js';
import { Outages } from './http/outages.js';
import { OutputInterceptor } from './http/output.interceptor.js';
import { ProblemFilter } from './http/problem.filter.js';
import { ImpersonationModule } from './impersonation/impersonation.module.js';
import { LanguagesModule } from './languages/languages.module.js';
import { LimitModule } from './limit/limit.module.js';
import { LinksModule } from './links/links.module.js';
import { LiveModule } from './live/live.module.js';
import { MaliciousLinkModule } from './malicious-link/malicious-link.module.js';
import { SecurityModule } from './security/security.module.js';
import { SessionGuard } from './session/session.guard.js';
import { SessionModule } from './session/session.module.js';
import { UsersModule } from './users/users.module.js';

@Global()
@Module({
  imports: [
    SessionModule,
    SecurityModule,
    LimitModule,
    ApiKeyModule,
    AuthModule,
    GoogleModule,
    ImpersonationModule,
    AccountModule,
    DataExportModule,
    DeploymentModule,
    DomainsModule,
    LanguagesModule,
    LinksModule,
    MaliciousLinkModule,
    AnalyticsModule,
    LiveModule,
    UsersModule,
    AuditLogModule,
  ],
  controllers: [ForwardController],
  providers: [
    Outages,
    { provide: APP_FILTER, useClass: ProblemFilter },
    // In this order: who calls, then what is asked for.
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: InputGuard },
    { provide: APP_INTERCEPTOR, useClass: OutputInterceptor },
  ],
  exports: [Outages],
})
export class AppModule {}
