import { placesRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { GeoService } from './geo.service.js';

@Controller()
export class PlaceController {
  constructor(private readonly geo: GeoService) {}

  @Rpc(placesRpc)
  async places(
    { addresses }: RpcInput<typeof placesRpc>,
    _call: RpcCall<typeof placesRpc>,
  ): Promise<RpcReply<typeof placesRpc>> {
    const data = addresses.map(async (address) => {
      const { country, city } = await this.geo.locate(address);
      return { address, country: country || null, city: city || null };
    });
    return { data: await Promise.all(data) };
  }
}
