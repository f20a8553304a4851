import { Form, useActionData } from 'react-router';
import { control } from '../control.server';

export async function action() {
  return { devices: await control.devices().toArray({ limit: 100 }) };
}

export default function List() {
  const { devices } = useActionData<typeof action>() ?? { devices: [] };
  return (
    <Form method="post">
      <button type="submit">List</button>
      {devices.map(({ id, name }) => (
        <p key={id}>{name}</p>
      ))}
    </Form>
  );
}
