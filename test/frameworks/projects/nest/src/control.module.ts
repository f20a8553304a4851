import { Module } from '@nestjs/common';
import { createControlClient } from 'control-api-sdk';

export const CONTROL = Symbol('control');

@Module({
  providers: [{ provide: CONTROL, useFactory: () => createControlClient() }], // CONTROL_API_URL, CONTROL_API_KEY
  exports: [CONTROL],
})
export class ControlModule {}
