import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

/** A control plane where one verb may end several states. */
const sdl = `
  scalar DateTime
  type Query { reports: [Report!]! jobs: [Job!]! tickets: [Ticket!]! }
  type Report { id: ID! name: String! archivedAt: DateTime deletedAt: DateTime }
  enum JobState { RUNNING PAUSED SUSPENDED } type Job { id: ID! state: JobState! pausedAt: DateTime tags: [String!]! report: Report }
  enum TicketState { OPEN ACTIVE CLOSED RESOLVED } type Ticket { id: ID! state: TicketState! openedAt: DateTime archivedAt: DateTime restored: Boolean! }
  type Mutation {
    restoreReport(id: ID!): Report! archiveReport(id: ID!): Report! renameReport(id: ID!, name: String!): Report!
    pauseJob(id: ID!): Job! suspendJob(id: ID!): Job! resumeJob(id: ID!): Job! addTag(jobId: ID!, tag: String!): Job! removeTag(jobId: ID!, tag: String!): Job! deleteJobs(ids: [ID!]!): Int!
    setJobReport(jobId: ID!, reportId: ID): Job! openTicket(id: ID!): Ticket! closeTicket(id: ID!): Ticket! reopenTicket(id: ID!): Ticket! archiveTicket(id: ID!): Ticket! restoreTicket(id: ID!): Ticket! }`;

test('A verb that may end either of two states is refused, and changes nothing.', async () => {
  const { answer, data, world } = emulated(sdl);
  const { reports } = await data('{ reports { id } }');
  await data(`mutation { archiveReport(id: "${reports[0].id}") { id } }`);
  const before = world.snapshot();
  const { errors } = await answer(`mutation { restoreReport(id: "${reports[0].id}") { archivedAt } }`);
  expect(errors).toEqual([
    expect.stringContaining('it may end several states of a Report: `deleted`, `archived` (rule 12'),
  ]);
  expect(world.snapshot()).toEqual(before);
});

test('A verb ends each state of one enum that it is the opposite of.', async () => {
  const { data, notes } = emulated(sdl);
  const { jobs } = await data('{ jobs { id } }');
  for (const verb of ['pause', 'suspend']) {
    const moved = await data(`mutation { ${verb}Job(id: "${jobs[0].id}") { state } }`);
    expect(moved).toEqual({ [`${verb}Job`]: { state: verb === 'pause' ? 'PAUSED' : 'SUSPENDED' } });
    const { resumeJob } = await data(`mutation { resumeJob(id: "${jobs[0].id}") { state pausedAt } }`);
    expect(resumeJob).toEqual({ state: 'RUNNING', pausedAt: null });
  }
  expect(notes).toEqual([]);
});

test('A verb sets the state of its own participle rather than end another state.', async () => {
  const { data, notes } = emulated(sdl);
  const { tickets } = await data('{ tickets { id restored } }');
  const { id } = tickets.find(({ restored }: { restored: boolean }) => !restored);
  await data(`mutation { closeTicket(id: "${id}") { id } archiveTicket(id: "${id}") { id } }`);
  const { openTicket } = await data(`mutation { openTicket(id: "${id}") { state openedAt } }`);
  expect(openTicket).toEqual({ state: 'OPEN', openedAt: expect.any(String) });
  await data(`mutation { closeTicket(id: "${id}") { id } }`);
  const { reopenTicket } = await data(`mutation { reopenTicket(id: "${id}") { state archivedAt } }`);
  expect(reopenTicket).toEqual({ state: 'OPEN', archivedAt: expect.any(String) });
  const { restoreTicket } = await data(`mutation { restoreTicket(id: "${id}") { restored archivedAt } }`);
  expect(restoreTicket).toEqual({ restored: true, archivedAt: expect.any(String) });
  expect(notes).toEqual([]);
});

test.each([
  ['renameReport', (report: string) => `renameReport(id: "${report}", name: "x") { id }`],
  ['archiveReport', (report: string) => `archiveReport(id: "${report}") { id }`],
  ['pauseJob', (_: string, job: string) => `pauseJob(id: "${job}") { id }`],
  ['addTag', (_: string, job: string) => `addTag(jobId: "${job}", tag: "x") { id }`],
  ['removeTag', (_: string, job: string) => `removeTag(jobId: "${job}", tag: "y") { id }`],
  ['setJobReport', (report: string, job: string) => `setJobReport(jobId: "${job}", reportId: "${report}") { id }`],
  ['deleteJobs', () => 'deleteJobs(ids: [])'],
])('A second `%s` changes nothing, succeeds and is noted.', async (name, mutation) => {
  const { data, notes, world } = emulated(sdl);
  const { reports, jobs } = await data('{ reports { id } jobs { id } }');
  const text = `mutation { ${mutation(reports[0].id, jobs[0].id)} }`;
  await data(text);
  const before = world.snapshot();
  await data(text);
  expect(world.snapshot()).toEqual(before);
  expect(notes).toEqual([`\`Mutation.${name}\` changed nothing: its effect was there already.`]);
});
