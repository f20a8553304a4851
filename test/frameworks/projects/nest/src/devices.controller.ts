import { Controller, Get, Inject } from '@nestjs/common';
import type { ControlClient } from 'control-api-sdk';
import { CONTROL } from './control.module';

@Controller('devices')
export class DevicesController {
  constructor(@Inject(CONTROL) private readonly control: ControlClient) {}

  @Get()
  list() {
    return this.control.devices().toArray({ limit: 100 });
  }
}
