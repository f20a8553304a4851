import { createControlClient } from 'control-api-sdk';
import express from 'express';

const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY
const app = express();

app.get('/devices', async (_request, response) => {
  response.json(await control.devices().toArray({ limit: 100 }));
});

app.listen(Number(process.env.PORT ?? 3000));
