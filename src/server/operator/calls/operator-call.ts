import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Role } from '../../../domain/staff-roles.ts';
import type { OPERATOR_API } from '../../../contract/operator/api.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import type { OperatorAct } from '../../platform/operator-log.ts';

/** A call from the console or a terminal, with parsed input. */
export interface OperatorCall<E extends Endpoint> {
  readonly ctx: CommerceContext;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly role: Role;
  /** The action without a note. */
  readonly act: OperatorAct;
}

export type OperatorHandler<E extends Endpoint> = (call: OperatorCall<E>) => Promise<ReplyOf<E>>;

type OperatorApi = typeof OPERATOR_API;

export type OperatorHandlers = { readonly [Name in keyof OperatorApi]: OperatorHandler<OperatorApi[Name]> };
