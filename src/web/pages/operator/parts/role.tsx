import { createContext, type ReactNode, use } from 'react';
import { mayCall, type OperatorCallName } from '../../../../contract/operator/roles.ts';
import type { Role } from '../../../../domain/staff-roles.ts';

const RoleContext = createContext<Role>('packer');

export const RoleProvider = RoleContext.Provider;

export function useRole(): Role {
  return use(RoleContext);
}

/** Whether the operator's role allows a call, by the same table as on the server. */
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
