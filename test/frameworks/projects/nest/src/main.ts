import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ControlModule } from './control.module';
import { DevicesController } from './devices.controller';

@Module({ imports: [ControlModule], controllers: [DevicesController] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(process.env.PORT ?? 3000));
