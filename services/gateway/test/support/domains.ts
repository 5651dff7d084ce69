import { listActiveDomainsRpc, type RpcReply } from '@linkway/contracts';
import { defineService, Rpc, serviceConfig } from '@linkway/platform';
import { Controller, Module } from '@nestjs/common';

@Controller()
class DomainsResponder {
  @Rpc(listActiveDomainsRpc)
  async list(): Promise<RpcReply<typeof listActiveDomainsRpc>> {
    const domain = {
      id: '01900000-0000-7000-8000-000000000001',
      domain_name: '127.0.0.1:8080',
      description: '',
      price: 0,
      is_free: true,
      is_active: true,
      sort_order: 0,
    };
    return { data: [domain] };
  }
}

@Module({ controllers: [DomainsResponder] })
class DomainsModule {}

export const domains = defineService({ name: 'domains', config: serviceConfig({}), module: DomainsModule });
