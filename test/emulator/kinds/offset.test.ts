import { expect } from 'vitest';
import { type Checks, judge, type Stranger } from '../../helpers/judged.ts';

/** A shop's back office: lists by offset, scalars and booleans for payloads, ids of several kinds. */
const schema = `
  scalar Date
  type Query { invoices(offset: Int = 0, limit: Int = 20, customerId: Int): InvoiceList! invoice(id: Int!): Invoice
    customers(page: Int, perPage: Int): CustomerPage! customer(customerId: Int!): Customer warehouses: [Warehouse!]! warehouse(code: ID!): Warehouse settings: Settings! }
  type InvoiceList { items: [Invoice!]! total: Int! } type CustomerPage { data: [Customer!]! pagination: Pagination! } type Pagination { page: Int! perPage: Int! totalCount: Int! totalPages: Int! }
  enum InvoiceStatus { DRAFT SENT PAID VOID }
  type Invoice { id: Int! number: String! status: InvoiceStatus! paid: Boolean! paidAt: Date customer: Customer lines: [Line!]! note: String dueDate: Date }
  type Line { sku: String! quantity: Int! }
  type Customer { id: Int! name: String! email: String vip: Boolean! blocked: Boolean! invoices: [Invoice!]! invoiceCount: Int! address: Address } type Address { street: String city: String }
  type Warehouse { code: ID! name: String! stock: Int! open: Boolean! manager: Manager } type Manager { id: ID! name: String! }
  type Settings { currency: String! taxRate: Float! }
  type Mutation {
    addInvoice(customerId: Int!, number: String!, dueDate: Date, lines: [LineInput!]): Invoice!
    editInvoice(id: Int!, number: String, note: String, dueDate: Date): Invoice
    sendInvoice(id: Int!): Invoice payInvoice(id: Int!): Invoice voidInvoice(id: Int!): Invoice
    removeInvoice(id: Int!): Boolean! removeInvoices(ids: [Int!]!): Int!
    saveCustomer(id: Int, customer: CustomerInput!): Customer!
    blockCustomer(id: Int!): Boolean unblockCustomer(id: Int!): Boolean
    setCustomerVip(id: Int!, vip: Boolean!): Customer
    changeCustomerEmail(customerId: Int!, email: String!): Customer
    updateCustomerAddress(customerId: Int!, address: AddressInput!): Customer
    mergeCustomers(sourceId: Int!, targetId: Int!): Customer
    deleteCustomer(customerId: Int!): DeleteResult!
    newWarehouse(warehouse: WarehouseInput!): Warehouse! openWarehouse(code: ID!): Warehouse closeWarehouse(code: ID!): Warehouse
    updateWarehouse(code: ID!, name: String, stock: Int): Warehouse dropWarehouse(code: ID!): ID
    updateSettings(currency: String, taxRate: Float): Settings!
  }
  input LineInput { sku: String! quantity: Int! } input CustomerInput { name: String! email: String vip: Boolean } input AddressInput { street: String city: String }
  input WarehouseInput { code: ID! name: String! stock: Int }
  type DeleteResult { ok: Boolean! affected: Int! error: String }`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
const all = 'id number status paid paidAt note dueDate customer { id } lines { sku quantity }';

function office({ ask }: Stranger) {
  return {
    invoices: async (): Promise<Any[]> =>
      (await ask(`{ invoices(limit: 100) { items { ${all} } total } }`)).invoices.items,
    total: async (): Promise<number> => (await ask('{ invoices { total } }')).invoices.total,
    invoice: async (id: number): Promise<Any> => (await ask(`{ invoice(id: ${id}) { ${all} } }`)).invoice,
    customers: async (): Promise<Any[]> =>
      (await ask('{ customers(perPage: 100) { data { id name email vip blocked address { street city } } } }'))
        .customers.data,
    warehouses: async (): Promise<Any[]> => (await ask('{ warehouses { code name stock open } }')).warehouses,
    run: async (mutation: string): Promise<Any> => Object.values(await ask(`mutation { ${mutation} }`))[0],
  };
}

const changes =
  (mutation: (id: number) => string, is: (invoice: Any) => boolean, change: object) => async (stranger: Stranger) => {
    const { invoices, invoice, run } = office(stranger);
    const before = (await invoices()).find(is);
    expect(await run(`${mutation(before.id)} { ${all} }`)).toEqual({ ...before, ...change });
    expect(await invoice(before.id)).toEqual({ ...before, ...change });
  };
const customer =
  (mutation: (id: number) => string, is: (customer: Any) => boolean, change: object) => async (stranger: Stranger) => {
    const { customers, run } = office(stranger);
    const all = await customers();
    const before = all.find(is);
    await run(mutation(before.id));
    expect(await customers()).toEqual(all.map((each) => (each === before ? { ...each, ...change } : each)));
  };
const any = (): boolean => true;

const checks: Checks = {
  addInvoice: async (stranger) => {
    const { customers, invoice, total, run } = office(stranger);
    const [[, { id: customerId }], before] = [await customers(), await total()] as [Any, number];
    const { id } = await run(
      `addInvoice(customerId: ${customerId}, number: "R-1", lines: [{ sku: "a", quantity: 2 }]) { id }`,
    );
    expect(await invoice(id)).toMatchObject({
      number: 'R-1',
      status: 'DRAFT',
      paid: false,
      paidAt: null,
      customer: { id: customerId },
      lines: [{ sku: 'a', quantity: 2 }],
    });
    expect(await total()).toBe(before + 1);
    const own = (await stranger.ask(`{ customer(customerId: ${customerId}) { invoiceCount invoices { id } } }`))
      .customer;
    expect(own.invoices).toContainEqual({ id });
    expect(own.invoiceCount).toBe(own.invoices.length);
  },
  'addInvoice, for an unknown customer': async (stranger) => {
    const before = await office(stranger).total();
    expect(await stranger.errors('mutation { addInvoice(customerId: 99999, number: "R-1") { id } }')).toEqual([
      expect.stringContaining('99999'),
    ]);
    expect(await office(stranger).total()).toBe(before);
  },
  editInvoice: changes((id) => `editInvoice(id: ${id}, number: "R-2", note: "n")`, any, { number: 'R-2', note: 'n' }),
  'editInvoice to null': changes(
    (id) => `editInvoice(id: ${id}, note: null)`,
    ({ note }) => note,
    { note: null },
  ),
  sendInvoice: changes(
    (id) => `sendInvoice(id: ${id})`,
    ({ status }) => status === 'DRAFT',
    { status: 'SENT' },
  ),
  payInvoice: changes(
    (id) => `payInvoice(id: ${id})`,
    ({ status }) => status === 'SENT',
    { status: 'PAID', paid: true, paidAt: expect.any(String) },
  ),
  voidInvoice: changes(
    (id) => `voidInvoice(id: ${id})`,
    ({ status }) => status === 'SENT',
    { status: 'VOID' },
  ),
  removeInvoice: async (stranger) => {
    const { invoices, invoice, run } = office(stranger);
    const [{ id }, ...others] = (await invoices()) as [Any, ...Any[]];
    expect(await run(`removeInvoice(id: ${id})`)).toBe(true);
    expect(await invoice(id)).toBeNull();
    expect(await invoices()).toEqual(others);
  },
  removeInvoices: async (stranger) => {
    const { invoices, run } = office(stranger);
    const [one, two, ...others] = await invoices();
    expect(await run(`removeInvoices(ids: [${one.id}, ${two.id}])`)).toBe(2);
    expect(await invoices()).toEqual(others);
  },
  'saveCustomer makes': async (stranger) => {
    const { customers, run } = office(stranger);
    const before = await customers();
    const { id } = await run('saveCustomer(customer: { name: "Ada", vip: true }) { id }');
    expect((await customers()).slice(before.length)).toMatchObject([{ id, name: 'Ada', email: null, vip: true }]);
  },
  'saveCustomer finds': customer((id) => `saveCustomer(id: ${id}, customer: { name: "Ada" }) { id }`, any, {
    name: 'Ada',
  }),
  blockCustomer: customer(
    (id) => `blockCustomer(id: ${id})`,
    ({ blocked }) => !blocked,
    { blocked: true },
  ),
  unblockCustomer: customer(
    (id) => `unblockCustomer(id: ${id})`,
    ({ blocked }) => blocked,
    { blocked: false },
  ),
  setCustomerVip: customer(
    (id) => `setCustomerVip(id: ${id}, vip: true) { id }`,
    ({ vip }) => !vip,
    { vip: true },
  ),
  changeCustomerEmail: customer((id) => `changeCustomerEmail(customerId: ${id}, email: "a@example.org") { id }`, any, {
    email: 'a@example.org',
  }),
  updateCustomerAddress: customer(
    (id) => `updateCustomerAddress(customerId: ${id}, address: { street: "A", city: "B" }) { id }`,
    ({ address }) => address,
    { address: { street: 'A', city: 'B' } },
  ),
  mergeCustomers: async (stranger) => {
    const { customers, run } = office(stranger);
    const [one, two, ...others] = await customers();
    await run(`mergeCustomers(sourceId: ${one.id}, targetId: ${two.id}) { id }`);
    expect(await customers()).toEqual([two, ...others]);
  },
  deleteCustomer: async (stranger) => {
    const { customers, invoices, run } = office(stranger);
    const { customer: own } = (await invoices()).find((each) => each.customer);
    expect(await run(`deleteCustomer(customerId: ${own.id}) { ok affected error }`)).toEqual({
      ok: true,
      affected: 1,
      error: null,
    });
    expect((await customers()).map(({ id }) => id)).not.toContain(own.id);
    expect((await invoices()).filter((each) => each.customer?.id === own.id)).toEqual([]);
  },
  'deleteCustomer, unknown': async (stranger) => {
    expect(await office(stranger).run('deleteCustomer(customerId: 99999) { ok affected error }')).toEqual({
      ok: false,
      affected: 0,
      error: expect.stringContaining('99999'),
    });
  },
  'newWarehouse, updateWarehouse, dropWarehouse': async (stranger) => {
    const { warehouses, run } = office(stranger);
    const before = await warehouses();
    await run('newWarehouse(warehouse: { code: "W1", name: "West" }) { code }');
    await run('updateWarehouse(code: "W1", stock: 5) { code }');
    expect(await warehouses()).toEqual([...before, { code: 'W1', name: 'West', stock: 5, open: expect.any(Boolean) }]);
    expect(await run('dropWarehouse(code: "W1")')).toBe('W1');
    expect(await warehouses()).toEqual(before);
  },
  'openWarehouse and closeWarehouse': async (stranger) => {
    const { warehouses, run } = office(stranger);
    const before = (await warehouses()).find(({ open }) => open);
    const now = async () => (await warehouses()).find(({ code }) => code === before.code).open;
    await run(`closeWarehouse(code: "${before.code}") { code }`);
    expect(await now()).toBe(false);
    await run(`openWarehouse(code: "${before.code}") { code }`);
    expect(await now()).toBe(true);
  },
  updateSettings: async (stranger) => {
    expect(await office(stranger).run('updateSettings(currency: "EUR", taxRate: 0.2) { currency }')).toEqual({
      currency: 'EUR',
    });
    expect((await stranger.ask('{ settings { currency taxRate } }')).settings).toEqual({
      currency: 'EUR',
      taxRate: 0.2,
    });
  },
};

judge('offsets', schema, checks, ['mergeCustomers', 'updateSettings']);
