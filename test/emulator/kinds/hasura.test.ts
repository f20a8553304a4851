import { expect } from 'vitest';
import { type Checks, judge, type Stranger } from '../../helpers/judged.ts';

/** A database's service: tables, `where`, `_set`, `_by_pk`. */
const schema = `
  schema { query: query_root mutation: mutation_root }
  scalar uuid scalar timestamptz scalar numeric
  type query_root {
    machines(where: machines_bool_exp, order_by: [machines_order_by!], limit: Int, offset: Int): [machines!]!
    machines_by_pk(id: uuid!): machines machines_aggregate(where: machines_bool_exp): machines_aggregate!
    plants(where: plants_bool_exp): [plants!]! plants_by_pk(id: uuid!): plants
  }
  type machines { id: uuid! name: String! status: String active: Boolean! hours: Int! price: numeric plant: plants plant_id: uuid tags: [String!]! created_at: timestamptz! updated_at: timestamptz! }
  type plants { id: uuid! name: String! city: String machines(limit: Int): [machines!]! }
  type machines_aggregate { aggregate: machines_aggregate_fields nodes: [machines!]! } type machines_aggregate_fields { count: Int! }
  input machines_bool_exp { _and: [machines_bool_exp!] _or: [machines_bool_exp!] _not: machines_bool_exp id: uuid_comparison_exp name: String_comparison_exp active: Boolean_comparison_exp hours: Int_comparison_exp plant: plants_bool_exp plant_id: uuid_comparison_exp }
  input plants_bool_exp { id: uuid_comparison_exp name: String_comparison_exp }
  input uuid_comparison_exp { _eq: uuid _in: [uuid!] _neq: uuid _is_null: Boolean } input String_comparison_exp { _eq: String _in: [String!] _like: String _ilike: String }
  input Boolean_comparison_exp { _eq: Boolean } input Int_comparison_exp { _eq: Int _gt: Int _lt: Int _gte: Int }
  input machines_order_by { name: order_by hours: order_by } enum order_by { asc desc }
  type mutation_root {
    insert_machines(objects: [machines_insert_input!]!, on_conflict: machines_on_conflict): machines_mutation_response
    insert_machines_one(object: machines_insert_input!, on_conflict: machines_on_conflict): machines
    update_machines(where: machines_bool_exp!, _set: machines_set_input, _inc: machines_inc_input): machines_mutation_response
    update_machines_by_pk(pk_columns: machines_pk_columns_input!, _set: machines_set_input, _inc: machines_inc_input): machines
    update_machines_many(updates: [machines_updates!]!): [machines_mutation_response]
    delete_machines(where: machines_bool_exp!): machines_mutation_response
    delete_machines_by_pk(id: uuid!): machines
    insert_plants_one(object: plants_insert_input!): plants
    update_plants_by_pk(pk_columns: plants_pk_columns_input!, _set: plants_set_input): plants
    delete_plants_by_pk(id: uuid!): plants
  }
  input machines_insert_input { id: uuid name: String status: String active: Boolean hours: Int price: numeric plant_id: uuid plant: plants_obj_rel_insert_input }
  input plants_obj_rel_insert_input { data: plants_insert_input! }
  input machines_set_input { name: String status: String active: Boolean hours: Int plant_id: uuid } input machines_inc_input { hours: Int }
  input machines_pk_columns_input { id: uuid! } input plants_pk_columns_input { id: uuid! }
  input machines_updates { where: machines_bool_exp! _set: machines_set_input }
  input machines_on_conflict { constraint: machines_constraint! update_columns: [machines_update_column!]! } enum machines_constraint { machines_pkey } enum machines_update_column { name hours }
  input plants_insert_input { id: uuid name: String city: String } input plants_set_input { name: String city: String }
  type machines_mutation_response { affected_rows: Int! returning: [machines!]! }`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
const all = 'id name status active hours plant { id }';

function base({ ask }: Stranger) {
  return {
    machines: async (args = ''): Promise<Any[]> => (await ask(`{ machines${args} { ${all} } }`)).machines,
    plants: async (): Promise<Any[]> => (await ask('{ plants { id name city } }')).plants,
    machine: async (id: string): Promise<Any> =>
      (await ask(`{ machines_by_pk(id: "${id}") { ${all} } }`)).machines_by_pk,
    run: async (mutation: string): Promise<Any> => Object.values(await ask(`mutation { ${mutation} }`))[0],
  };
}

const checks: Checks = {
  insert_one: async (stranger) => {
    const { machines, plants, machine, run } = base(stranger);
    const [[plant], before] = [await plants(), await machines()];
    const { id } = await run(
      `insert_machines_one(object: { name: "lathe", hours: 3, plant_id: "${plant.id}" }) { id }`,
    );
    expect(await machine(id)).toMatchObject({ name: 'lathe', hours: 3, status: null, plant: { id: plant.id } });
    expect(await machines()).toHaveLength(before.length + 1);
  },
  'insert with an id of its own': async (stranger) => {
    const { machine, run } = base(stranger);
    const id = '6f1c8f0e-3f0a-4f77-9d3d-000000000001';
    await run(`insert_machines_one(object: { id: "${id}", name: "mill" }) { id }`);
    expect((await machine(id)).name).toBe('mill');
  },
  'insert with an id that is taken': async (stranger) => {
    const { machines } = base(stranger);
    const before = await machines();
    const errors = await stranger.errors(
      `mutation { insert_machines_one(object: { id: "${before[0].id}", name: "x" }) { id } }`,
    );
    expect(errors).toEqual([expect.stringContaining('already')]);
    expect(await machines()).toEqual(before);
  },
  'insert many': async (stranger) => {
    const { machines, run } = base(stranger);
    expect(
      await run(
        'insert_machines(objects: [{ name: "a" }, { name: "b", active: true }]) { affected_rows returning { name } }',
      ),
    ).toEqual({ affected_rows: 2, returning: [{ name: 'a' }, { name: 'b' }] });
    expect((await machines()).slice(-2).map(({ name }) => name)).toEqual(['a', 'b']);
  },
  'insert, with a conflict': async (stranger) => {
    const { machines, machine, run } = base(stranger);
    const [{ id }] = (await machines()) as [Any, ...Any[]];
    await run(
      `insert_machines_one(object: { id: "${id}", name: "again" }, on_conflict: { constraint: machines_pkey, update_columns: [name] }) { id }`,
    );
    expect((await machine(id)).name).toBe('again');
  },
  'insert, with a related object': async (stranger) => {
    const { plants, run } = base(stranger);
    const before = await plants();
    await run('insert_machines_one(object: { name: "saw", plant: { data: { name: "North" } } }) { id }');
    expect(await plants()).toHaveLength(before.length + 1);
  },
  update_by_pk: async (stranger) => {
    const { machines, machine, run } = base(stranger);
    const [before] = (await machines()) as [Any, ...Any[]];
    await run(
      `update_machines_by_pk(pk_columns: { id: "${before.id}" }, _set: { name: "new", active: ${!before.active} }) { id }`,
    );
    expect(await machine(before.id)).toEqual({ ...before, name: 'new', active: !before.active });
  },
  'update_by_pk, of what is not there, is null': async (stranger) => {
    const { machines } = base(stranger);
    const before = await machines();
    const errors = await stranger.errors(
      'mutation { update_machines_by_pk(pk_columns: { id: "nope" }, _set: { name: "new" }) { id } }',
    );
    expect(errors.join()).toMatch(/^$|nope/);
    expect(await machines()).toEqual(before);
  },
  'update_by_pk, a reference': async (stranger) => {
    const { machines, machine, plants, run } = base(stranger);
    const [{ id, plant }] = (await machines()) as [Any, ...Any[]];
    const to = (await plants()).find((each) => each.id !== plant?.id).id;
    await run(`update_machines_by_pk(pk_columns: { id: "${id}" }, _set: { plant_id: "${to}" }) { id }`);
    expect((await machine(id)).plant).toEqual({ id: to });
  },
  'update_by_pk, a reference to null': async (stranger) => {
    const { machines, machine, run } = base(stranger);
    const { id } = (await machines()).find(({ plant }) => plant);
    await run(`update_machines_by_pk(pk_columns: { id: "${id}" }, _set: { plant_id: null }) { id }`);
    expect((await machine(id)).plant).toBeNull();
  },
  'update_by_pk, incremented': async (stranger) => {
    const { machines, machine, run } = base(stranger);
    const [{ id, hours }] = (await machines()) as [Any, ...Any[]];
    await run(`update_machines_by_pk(pk_columns: { id: "${id}" }, _inc: { hours: 2 }) { id }`);
    expect((await machine(id)).hours).toBe(hours + 2);
  },
  'update where equal': async (stranger) => {
    const { machines, run } = base(stranger);
    const before = await machines();
    const some = before.filter(({ active }) => active);
    expect(
      await run('update_machines(where: { active: { _eq: true } }, _set: { hours: 7 }) { affected_rows }'),
    ).toEqual({ affected_rows: some.length });
    expect(await machines()).toEqual(before.map((each) => (each.active ? { ...each, hours: 7 } : each)));
  },
  'update where and, or, not': async (stranger) => {
    const { machines, run } = base(stranger);
    const [one, two, three, ...others] = await machines();
    const where = `{ _or: [{ id: { _eq: "${one.id}" } }, { _and: [{ id: { _in: ["${two.id}", "${three.id}"] } }, { _not: { id: { _eq: "${three.id}" } } }] }] }`;
    await run(`update_machines(where: ${where}, _set: { status: "x" }) { affected_rows }`);
    expect(await machines()).toEqual([{ ...one, status: 'x' }, { ...two, status: 'x' }, three, ...others]);
  },
  'update where a related object': async (stranger) => {
    const { machines, run } = base(stranger);
    const before = await machines();
    const { plant } = before.find((each) => each.plant);
    await run(
      `update_machines(where: { plant: { id: { _eq: "${plant.id}" } } }, _set: { status: "x" }) { affected_rows }`,
    );
    expect(await machines()).toEqual(
      before.map((each) => (each.plant?.id === plant.id ? { ...each, status: 'x' } : each)),
    );
  },
  'update many, each with its where': async (stranger) => {
    const { machines, machine, run } = base(stranger);
    const [one, two] = (await machines()) as [Any, Any, ...Any[]];
    const update = ({ id }: Any, name: string) => `{ where: { id: { _eq: "${id}" } }, _set: { name: "${name}" } }`;
    expect(
      await run(`update_machines_many(updates: [${update(one, 'a')}, ${update(two, 'b')}]) { affected_rows }`),
    ).toEqual([{ affected_rows: 1 }, { affected_rows: 1 }]);
    expect([await machine(one.id), await machine(two.id)]).toEqual([
      { ...one, name: 'a' },
      { ...two, name: 'b' },
    ]);
  },
  delete_by_pk: async (stranger) => {
    const { machines, machine, run } = base(stranger);
    const [{ id, name }, ...others] = (await machines()) as [Any, ...Any[]];
    expect(await run(`delete_machines_by_pk(id: "${id}") { id name }`)).toEqual({ id, name });
    expect(await machine(id)).toBeNull();
    expect(await machines()).toEqual(others);
  },
  'delete where': async (stranger) => {
    const { machines, run } = base(stranger);
    const before = await machines();
    const [gone, kept] = [before.filter(({ hours }) => hours > 50), before.filter(({ hours }) => hours <= 50)];
    const answer = await run('delete_machines(where: { hours: { _gt: 50 } }) { affected_rows returning { id } }');
    expect(answer).toEqual({ affected_rows: gone.length, returning: gone.map(({ id }) => ({ id })) });
    expect(await machines()).toEqual(kept);
  },
  'delete everything': async (stranger) => {
    const { machines, run } = base(stranger);
    const { length } = await machines();
    expect(await run('delete_machines(where: {}) { affected_rows }')).toEqual({ affected_rows: length });
    expect(await machines()).toEqual([]);
  },
  'counts follow': async (stranger) => {
    const { machines, run } = base(stranger);
    const { length } = await machines();
    await run('insert_machines(objects: [{ name: "a" }, { name: "b" }]) { affected_rows }');
    expect(
      (await stranger.ask('{ machines_aggregate { aggregate { count } } }')).machines_aggregate.aggregate.count,
    ).toBe(length + 2);
  },
  'insert, update and delete a plant': async (stranger) => {
    const { plants, run } = base(stranger);
    const before = await plants();
    const { id } = await run('insert_plants_one(object: { name: "South" }) { id }');
    await run(`update_plants_by_pk(pk_columns: { id: "${id}" }, _set: { city: "Graz" }) { id }`);
    expect(await plants()).toEqual([...before, { id, name: 'South', city: 'Graz' }]);
    await run(`delete_plants_by_pk(id: "${id}") { id }`);
    expect(await plants()).toEqual(before);
  },
};

judge('Hasura', schema, checks, [
  'insert, with a conflict',
  'insert, with a related object',
  'update_by_pk, incremented',
]);
