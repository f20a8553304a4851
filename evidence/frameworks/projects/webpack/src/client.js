import { label } from './label.js';

const devices = await (await fetch('/devices')).json();
document.body.append(
  ...devices.map(({ name }) => Object.assign(document.createElement('p'), { textContent: label(name) })),
);
