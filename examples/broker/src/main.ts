import { devicesOperations, TypedOperation } from 'control-api-sdk';
import { createBroker } from './broker.js';
import * as generated from './generated/control-api.js';

const { CONTROL_API_URL: baseUrl = '', CONTROL_API_KEY: apiKey = '', BROKER_PORT = '4100' } = process.env;
const { BROKER_INTROSPECTION, BROKER_RATE = '50' } = process.env;
const settings = { introspection: BROKER_INTROSPECTION === 'allow', perSecond: Number(BROKER_RATE) };
const own = Object.values(generated).filter((it) => it instanceof TypedOperation);
const broker = await createBroker({ baseUrl, apiKey }, [...own, ...devicesOperations], settings);
broker.listen(Number(BROKER_PORT), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${Object(broker.address()).port}`),
);
