import { getSiteImageRpc, type RpcInput } from '@linkway/contracts';
import { AppError, Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SiteRepository } from './site.repository.js';

@Controller()
export class SiteController {
  constructor(private readonly sites: SiteRepository) {}

  @Rpc(getSiteImageRpc)
  async image({ key }: RpcInput<typeof getSiteImageRpc>) {
    const image = await this.sites.image(key);
    if (image === null) throw new AppError('links.site_image_not_found');
    return { image: image.toString('base64') };
  }
}
