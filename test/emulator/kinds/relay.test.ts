import { expect } from 'vitest';
import { type Checks, judge, type Stranger } from '../../helpers/judged.ts';

/** A tracker after Relay's conventions: one input, a payload of its own, nodes and edges. */
const schema = `
  scalar DateTime
  interface Node { id: ID! }
  type Query { node(id: ID!): Node viewer: User! project(number: Int, id: ID): Project
    projects(first: Int, after: String): ProjectConnection! ticket(id: ID!): Ticket tickets(first: Int, after: String, states: [TicketState!]): TicketConnection!
    labels(first: Int): LabelConnection! users(first: Int): UserConnection! milestones(first: Int): MilestoneConnection! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type Project implements Node { id: ID! name: String! description: String archived: Boolean! archivedAt: DateTime owner: User! tickets(first: Int, after: String): TicketConnection! }
  type ProjectConnection { edges: [ProjectEdge!]! nodes: [Project!]! pageInfo: PageInfo! totalCount: Int! }
  type ProjectEdge { cursor: String! node: Project! }
  enum TicketState { OPEN CLOSED }
  enum CloseReason { COMPLETED NOT_PLANNED }
  type Ticket implements Node { id: ID! title: String! body: String state: TicketState! closed: Boolean! closedAt: DateTime locked: Boolean! pinned: Boolean! priority: Int
    project: Project! assignees(first: Int): UserConnection! labels(first: Int): LabelConnection! milestone: Milestone comments(first: Int, last: Int): CommentConnection!
    createdAt: DateTime! updatedAt: DateTime! }
  type TicketConnection { edges: [TicketEdge!]! nodes: [Ticket!]! pageInfo: PageInfo! totalCount: Int! }
  type TicketEdge { cursor: String! node: Ticket! }
  type Comment implements Node { id: ID! body: String! ticket: Ticket! author: User minimized: Boolean! }
  type CommentConnection { edges: [CommentEdge!]! nodes: [Comment!]! pageInfo: PageInfo! totalCount: Int! }
  type CommentEdge { cursor: String! node: Comment! }
  type Label implements Node { id: ID! name: String! color: String! }
  type LabelConnection { nodes: [Label!]! pageInfo: PageInfo! totalCount: Int! }
  type Milestone implements Node { id: ID! title: String! dueOn: DateTime }
  type MilestoneConnection { nodes: [Milestone!]! pageInfo: PageInfo! }
  type User implements Node { id: ID! login: String! }
  type UserConnection { nodes: [User!]! pageInfo: PageInfo! totalCount: Int! }
  type UserError { message: String! path: [String!] }
  type Mutation {
    createProject(input: CreateProjectInput!): CreateProjectPayload
    updateProject(input: UpdateProjectInput!): UpdateProjectPayload
    archiveProject(input: ProjectIdInput!): ProjectPayload unarchiveProject(input: ProjectIdInput!): ProjectPayload
    transferProject(input: TransferProjectInput!): ProjectPayload
    deleteProject(input: ProjectIdInput!): DeletePayload
    createTicket(input: CreateTicketInput!): CreateTicketPayload
    updateTicket(input: UpdateTicketInput!): TicketPayload
    closeTicket(input: CloseTicketInput!): TicketPayload reopenTicket(input: TicketIdInput!): TicketPayload
    lockTicket(input: TicketIdInput!): TicketPayload unlockTicket(input: TicketIdInput!): TicketPayload
    pinTicket(input: TicketIdInput!): TicketPayload unpinTicket(input: TicketIdInput!): TicketPayload
    transferTicket(input: TransferTicketInput!): TicketPayload
    addLabelsToTicket(input: LabelsInput!): TicketPayload removeLabelsFromTicket(input: LabelsInput!): TicketPayload
    addAssigneesToTicket(input: AssigneesInput!): TicketPayload removeAssigneesFromTicket(input: AssigneesInput!): TicketPayload
    deleteTicket(input: TicketIdInput!): DeletePayload
    addComment(input: AddCommentInput!): AddCommentPayload
    updateComment(input: UpdateCommentInput!): CommentPayload
    minimizeComment(input: CommentIdInput!): CommentPayload
    deleteComment(input: CommentIdInput!): DeleteCommentPayload
    createLabel(input: CreateLabelInput!): CreateLabelPayload
    deleteLabel(input: DeleteLabelInput!): DeletePayload
  }
  input CreateProjectInput { clientMutationId: String name: String! description: String }
  input UpdateProjectInput { clientMutationId: String projectId: ID! name: String description: String }
  input ProjectIdInput { clientMutationId: String projectId: ID! }
  input TransferProjectInput { projectId: ID! newOwnerId: ID! }
  type CreateProjectPayload { clientMutationId: String project: Project projectEdge: ProjectEdge errors: [UserError!]! }
  type UpdateProjectPayload { clientMutationId: String project: Project errors: [UserError!]! }
  type ProjectPayload { clientMutationId: String project: Project }
  type DeletePayload { clientMutationId: String deletedId: ID success: Boolean! }
  input CreateTicketInput { clientMutationId: String projectId: ID! title: String! body: String labelIds: [ID!] assigneeIds: [ID!] milestoneId: ID }
  input UpdateTicketInput { clientMutationId: String id: ID! title: String body: String state: TicketState priority: Int labelIds: [ID!] milestoneId: ID }
  input CloseTicketInput { clientMutationId: String ticketId: ID! reason: CloseReason }
  input TicketIdInput { clientMutationId: String ticketId: ID! }
  input TransferTicketInput { ticketId: ID! projectId: ID! }
  input LabelsInput { ticketId: ID! labelIds: [ID!]! }
  input AssigneesInput { ticketId: ID! assigneeIds: [ID!]! }
  type CreateTicketPayload { clientMutationId: String ticket: Ticket ticketEdge: TicketEdge }
  type TicketPayload { clientMutationId: String ticket: Ticket actor: User }
  input AddCommentInput { subjectId: ID! body: String! }
  input UpdateCommentInput { id: ID! body: String! }
  input CommentIdInput { commentId: ID! }
  type AddCommentPayload { subject: Node commentEdge: CommentEdge }
  type CommentPayload { comment: Comment }
  type DeleteCommentPayload { deletedCommentId: ID }
  input CreateLabelInput { name: String! color: String! }
  input DeleteLabelInput { id: ID! }
  type CreateLabelPayload { label: Label }`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
const all = `id title body state closed closedAt locked pinned priority project { id } milestone { id } labels(first: 50) { nodes { id } } assignees(first: 50) { nodes { id } }`;

function tracker({ ask }: Stranger) {
  const tickets = async (): Promise<Any[]> => (await ask(`{ tickets(first: 100) { nodes { ${all} } } }`)).tickets.nodes;
  return {
    ask,
    tickets,
    ticket: async (id: string): Promise<Any> => (await ask(`{ ticket(id: "${id}") { ${all} } }`)).ticket,
    ids: async (list: string): Promise<string[]> =>
      (await ask(`{ ${list}(first: 50) { nodes { id } } }`))[list].nodes.map(({ id }: Any) => id),
    project: async (id: string): Promise<Any> =>
      (
        await ask(
          `{ project(id: "${id}") { id name description archived archivedAt owner { id } tickets(first: 100) { nodes { id } totalCount } } }`,
        )
      ).project,
    run: async (mutation: string): Promise<Any> => Object.values(await ask(`mutation { ${mutation} }`))[0],
  };
}
const text = JSON.stringify;
const any = (): boolean => true;

const changes =
  (mutation: string, is: (ticket: Any) => boolean, change: object, rest = '') =>
  async (stranger: Stranger) => {
    const { tickets, ticket, run } = tracker(stranger);
    const before = (await tickets()).find(is);
    const answer = await run(
      `${mutation}(input: { ${mutation === 'updateTicket' ? 'id' : 'ticketId'}: "${before.id}" ${rest} }) { ticket { ${all} } }`,
    );
    expect(answer.ticket).toEqual({ ...before, ...change });
    expect(await ticket(before.id)).toEqual({ ...before, ...change });
  };

const checks: Checks = {
  createProject: async (stranger) => {
    const { run, ids, project } = tracker(stranger);
    const before = await ids('projects');
    const made = await run(
      'createProject(input: { clientMutationId: "c1", name: "Moon" }) { clientMutationId project { id } projectEdge { node { name } } errors { message } }',
    );
    expect(made).toMatchObject({ clientMutationId: 'c1', projectEdge: { node: { name: 'Moon' } }, errors: [] });
    expect(await project(made.project.id)).toMatchObject({
      name: 'Moon',
      description: null,
      archived: false,
      archivedAt: null,
      tickets: { totalCount: 0 },
    });
    expect(await ids('projects')).toEqual([...before, made.project.id]);
  },
  updateProject: async (stranger) => {
    const { run, ids, project } = tracker(stranger);
    const [id = ''] = await ids('projects');
    const before = await project(id);
    await run(`updateProject(input: { projectId: "${id}", description: "d" }) { project { id } }`);
    expect(await project(id)).toEqual({ ...before, description: 'd' });
  },
  'updateProject, unknown': async (stranger) => {
    expect(
      await tracker(stranger).run(
        'updateProject(input: { projectId: "nope", name: "x" }) { project { id } errors { message path } }',
      ),
    ).toEqual({
      ...{ project: null, errors: [{ message: expect.stringContaining('"nope"'), path: [expect.any(String)] }] },
    });
  },
  'archiveProject and unarchiveProject': async (stranger) => {
    const { ask, run, project } = tracker(stranger);
    const { id } = (await ask('{ projects { nodes { id archived } } }')).projects.nodes.find(
      (each: Any) => !each.archived,
    );
    await run(`archiveProject(input: { projectId: "${id}" }) { project { id } }`);
    expect(await project(id)).toMatchObject({ archived: true, archivedAt: expect.any(String) });
    await run(`unarchiveProject(input: { projectId: "${id}" }) { project { id } }`);
    expect(await project(id)).toMatchObject({ archived: false, archivedAt: null });
  },
  transferProject: async (stranger) => {
    const { run, ids, project } = tracker(stranger);
    const [id = ''] = await ids('projects');
    const { owner } = await project(id);
    const to = (await ids('users')).find((user) => user !== owner.id);
    await run(`transferProject(input: { projectId: "${id}", newOwnerId: "${to}" }) { project { id } }`);
    expect((await project(id)).owner).toEqual({ id: to });
  },
  deleteProject: async (stranger) => {
    const { run, ids, project, tickets } = tracker(stranger);
    const [{ project: own }] = (await tickets()) as [Any, ...Any[]];
    expect(await run(`deleteProject(input: { projectId: "${own.id}" }) { deletedId success }`)).toEqual({
      deletedId: own.id,
      success: true,
    });
    expect(await project(own.id)).toBeNull();
    expect(await ids('projects')).not.toContain(own.id);
    expect((await tickets()).filter((ticket) => ticket.project.id === own.id)).toEqual([]);
  },
  createTicket: async (stranger) => {
    const { run, ids, project, ticket } = tracker(stranger);
    const [id = ''] = await ids('projects');
    const [[label], [user], [milestone]] = [await ids('labels'), await ids('users'), await ids('milestones')];
    const made = await run(
      `createTicket(input: { projectId: "${id}", title: "T", labelIds: ["${label}"], assigneeIds: ["${user}"], milestoneId: "${milestone}" }) { ticket { id } ticketEdge { node { title } } }`,
    );
    expect(made.ticketEdge).toEqual({ node: { title: 'T' } });
    expect(await ticket(made.ticket.id)).toMatchObject({
      ...{
        title: 'T',
        body: null,
        state: 'OPEN',
        closed: false,
        closedAt: null,
        project: { id },
        milestone: { id: milestone },
      },
      ...{ labels: { nodes: [{ id: label }] }, assignees: { nodes: [{ id: user }] } },
    });
    expect((await project(id)).tickets.nodes).toContainEqual({ id: made.ticket.id });
  },
  'createTicket in an unknown project': async (stranger) => {
    const { tickets } = tracker(stranger);
    const before = await tickets();
    const errors = await stranger.errors(
      'mutation { createTicket(input: { projectId: "nope", title: "T" }) { ticket { id } } }',
    );
    expect(errors).toEqual([expect.stringContaining('"nope"')]);
    expect(await tickets()).toEqual(before);
  },
  'updateTicket, its texts': changes('updateTicket', any, { title: 'N', priority: 3 }, 'title: "N", priority: 3'),
  'updateTicket, its state': changes(
    'updateTicket',
    ({ closed }) => !closed,
    { state: 'CLOSED', closed: true, closedAt: expect.any(String) },
    'state: CLOSED',
  ),
  'updateTicket, its labels': async (stranger) => {
    const { run, ids, tickets, ticket } = tracker(stranger);
    const [{ id }] = (await tickets()) as [Any, ...Any[]];
    const labels = (await ids('labels')).slice(4, 6);
    await run(`updateTicket(input: { id: "${id}", labelIds: ${text(labels)}, milestoneId: null }) { ticket { id } }`);
    expect(await ticket(id)).toMatchObject({
      labels: { nodes: labels.map((each) => ({ id: each })) },
      milestone: null,
    });
  },
  closeTicket: changes('closeTicket', ({ closed }) => !closed, {
    state: 'CLOSED',
    closed: true,
    closedAt: expect.any(String),
  }),
  reopenTicket: changes('reopenTicket', ({ closed }) => closed, { state: 'OPEN', closed: false, closedAt: null }),
  lockTicket: changes('lockTicket', ({ locked }) => !locked, { locked: true }),
  unlockTicket: changes('unlockTicket', ({ locked }) => locked, { locked: false }),
  pinTicket: changes('pinTicket', ({ pinned }) => !pinned, { pinned: true }),
  unpinTicket: changes('unpinTicket', ({ pinned }) => pinned, { pinned: false }),
  transferTicket: async (stranger) => {
    const { run, ids, tickets, ticket, project } = tracker(stranger);
    const [{ id, project: own }] = (await tickets()) as [Any, ...Any[]];
    const to = (await ids('projects')).find((each) => each !== own.id) ?? '';
    await run(`transferTicket(input: { ticketId: "${id}", projectId: "${to}" }) { ticket { id } }`);
    expect((await ticket(id)).project).toEqual({ id: to });
    expect((await project(to)).tickets.nodes).toContainEqual({ id });
    expect((await project(own.id)).tickets.nodes).not.toContainEqual({ id });
  },
  'addLabelsToTicket and removeLabelsFromTicket': async (stranger) => {
    const { run, ids, tickets, ticket } = tracker(stranger);
    const { id, labels } = (await tickets())[1];
    const others = (await ids('labels'))
      .filter((each) => !labels.nodes.some((own: Any) => own.id === each))
      .slice(0, 2);
    await run(`addLabelsToTicket(input: { ticketId: "${id}", labelIds: ${text(others)} }) { ticket { id } }`);
    expect((await ticket(id)).labels.nodes).toEqual(
      expect.arrayContaining([...labels.nodes, ...others.map((each) => ({ id: each }))]),
    );
    await run(`removeLabelsFromTicket(input: { ticketId: "${id}", labelIds: ${text(others)} }) { ticket { id } }`);
    expect((await ticket(id)).labels).toEqual(labels);
  },
  'addAssigneesToTicket and removeAssigneesFromTicket': async (stranger) => {
    const { run, ids, tickets, ticket } = tracker(stranger);
    const { id, assignees } = (await tickets())[1];
    const other = (await ids('users')).find((each) => !assignees.nodes.some((own: Any) => own.id === each));
    await run(`addAssigneesToTicket(input: { ticketId: "${id}", assigneeIds: ["${other}"] }) { ticket { id } }`);
    expect((await ticket(id)).assignees.nodes).toContainEqual({ id: other });
    await run(`removeAssigneesFromTicket(input: { ticketId: "${id}", assigneeIds: ["${other}"] }) { ticket { id } }`);
    expect((await ticket(id)).assignees).toEqual(assignees);
  },
  deleteTicket: async (stranger) => {
    const { ask, run, tickets, ticket } = tracker(stranger);
    const [{ id }, ...others] = (await tickets()) as [Any, ...Any[]];
    expect(await run(`deleteTicket(input: { ticketId: "${id}" }) { deletedId }`)).toEqual({ deletedId: id });
    expect(await ticket(id)).toBeNull();
    expect((await ask(`{ node(id: "${id}") { id } }`)).node).toBeNull();
    expect((await tickets()).map((each) => each.id)).toEqual(others.map((each) => each.id));
  },
  addComment: async (stranger) => {
    const { ask, run, tickets } = tracker(stranger);
    const [{ id }] = (await tickets()) as [Any, ...Any[]];
    const made = await run(
      `addComment(input: { subjectId: "${id}", body: "hello" }) { subject { id } commentEdge { node { id body } } }`,
    );
    expect(made).toMatchObject({ subject: { id }, commentEdge: { node: { body: 'hello' } } });
    expect(
      (await ask(`{ ticket(id: "${id}") { comments(last: 1) { nodes { body } } } }`)).ticket.comments.nodes,
    ).toEqual([{ body: 'hello' }]);
  },
  'updateComment, minimizeComment, deleteComment': async (stranger) => {
    const { ask, run } = tracker(stranger);
    const tickets = (await ask('{ tickets(first: 50) { nodes { comments(first: 9) { nodes { id minimized } } } } }'))
      .tickets.nodes;
    const { id } = tickets.flatMap((ticket: Any) => ticket.comments.nodes).find(({ minimized }: Any) => !minimized);
    const comment = async () => (await ask(`{ node(id: "${id}") { ... on Comment { body minimized } } }`)).node;
    await run(`updateComment(input: { id: "${id}", body: "b" }) { comment { id } }`);
    await run(`minimizeComment(input: { commentId: "${id}" }) { comment { id } }`);
    expect(await comment()).toEqual({ body: 'b', minimized: true });
    expect(await run(`deleteComment(input: { commentId: "${id}" }) { deletedCommentId }`)).toEqual({
      deletedCommentId: id,
    });
    expect(await comment()).toBeNull();
  },
  'createLabel and deleteLabel': async (stranger) => {
    const { ids, run } = tracker(stranger);
    const before = await ids('labels');
    const { label } = await run('createLabel(input: { name: "red", color: "f00" }) { label { id name color } }');
    expect(label).toMatchObject({ name: 'red', color: 'f00' });
    expect(await ids('labels')).toEqual([...before, label.id]);
    await run(`deleteLabel(input: { id: "${label.id}" }) { success }`);
    expect(await ids('labels')).toEqual(before);
  },
};

judge('Relay', schema, checks);
