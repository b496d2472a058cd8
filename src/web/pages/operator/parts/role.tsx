import { createContext, type ReactNode, use } from 'react';
import {
  mayCall,
  type OperatorCallName,
  type Role,
  SUPPORT_REFUND_LIMIT_CENTS,
} from '../../../../contract/operator/roles.ts';
import { formatUsd } from '../../../../domain/money.ts';

const RoleContext = createContext<Role>('packer');

export const RoleProvider = RoleContext.Provider;

export function useRole(): Role {
  return use(RoleContext);
}

/** Says whether the signed-in operator's role includes a call, by the table that the server asks. */
export function useMay(): (call: OperatorCallName) => boolean {
  const role = useRole();
  return (call) => mayCall(role, call);
}

interface MayProps {
  readonly call: OperatorCallName;
  readonly children: ReactNode;
}

export function May({ call, children }: MayProps) {
  return useMay()(call) ? children : null;
}

/** The most that this operator may refund at once; null without a limit. */
export function useRefundLimitCents(): number | null {
  return useRole() === 'owner' ? null : SUPPORT_REFUND_LIMIT_CENTS;
}

/** For a dialog that refunds; nothing for an owner. */
export function RefundLimit() {
  const role = useRole();
  const limit = useRefundLimitCents();
  if (limit === null) return null;
  return <p>{`Your role, ${role}, can refund up to ${formatUsd(limit)}. Ask an owner for more.`}</p>;
}
