import {
  changeCampaignRpc,
  createCampaignRpc,
  deleteCampaignRpc,
  getCampaignRpc,
  listCampaignNamesRpc,
  listCampaignsRpc,
  type RpcInput,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { CampaignService } from './campaign.service.js';

@Controller()
export class CampaignController {
  constructor(private readonly campaigns: CampaignService) {}

  @Rpc(listCampaignsRpc)
  list(query: RpcInput<typeof listCampaignsRpc>, { caller }: RpcCall<typeof listCampaignsRpc>) {
    return this.campaigns.list(query, caller);
  }

  @Rpc(listCampaignNamesRpc)
  async names(query: RpcInput<typeof listCampaignNamesRpc>, { caller }: RpcCall<typeof listCampaignNamesRpc>) {
    return { data: await this.campaigns.names(query, caller) };
  }

  @Rpc(getCampaignRpc)
  get({ id }: RpcInput<typeof getCampaignRpc>, { caller }: RpcCall<typeof getCampaignRpc>) {
    return this.campaigns.get(id, caller);
  }

  @Rpc(createCampaignRpc)
  create(input: RpcInput<typeof createCampaignRpc>, { caller }: RpcCall<typeof createCampaignRpc>) {
    return this.campaigns.create(input, caller);
  }

  @Rpc(changeCampaignRpc)
  change(input: RpcInput<typeof changeCampaignRpc>, { caller }: RpcCall<typeof changeCampaignRpc>) {
    return this.campaigns.change(input, caller);
  }

  @Rpc(deleteCampaignRpc)
  async delete({ id }: RpcInput<typeof deleteCampaignRpc>, { caller }: RpcCall<typeof deleteCampaignRpc>) {
    await this.campaigns.delete(id, caller);
    return {};
  }
}
