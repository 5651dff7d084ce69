import { Module } from '@nestjs/common';
import { ClickCopier } from './click-copier.js';
import { ClickCopyRepository } from './click-copy.repository.js';
import { ClickFill } from './click-fill.js';
import { ClickFillRepository } from './click-fill.repository.js';
import { ClickOrderRepository } from './click-order.repository.js';

/** Lists of links by clicks, which analytics counts and of which links keeps a copy. */
@Module({
  providers: [ClickCopier, ClickCopyRepository, ClickFill, ClickFillRepository, ClickOrderRepository],
  exports: [ClickFill, ClickOrderRepository],
})
export class ClickOrderModule {}
