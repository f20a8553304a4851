import { createControlClient } from 'control-api-sdk';
import fastify from 'fastify';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY
const app = fastify();

app.get('/devices', () => control.devices().toArray({ limit: 100 }));
app.addHook('onClose', () => control.close());

await app.listen({ port: Number(process.env.PORT ?? 3000) });
