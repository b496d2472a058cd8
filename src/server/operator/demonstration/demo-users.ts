import type { PlanType } from '../../../domain/plans.ts';

export interface DemoUser {
  readonly email: string;
  readonly fullName: string;
  readonly street: string;
  readonly purchase: {
    readonly planType: PlanType;
    readonly daysAgo: number;
    readonly cancelled: boolean;
    /** Every charge after the first is declined. */
    readonly overdue?: true;
  } | null;
  readonly operator?: true;
}

export const DEMO_PASSWORD = 'the-tide-knows-1957';
export const DEMO_OPERATOR_SECRET = 'THETIDEKNOWSWHATTHEPOSTMANCARRIE';

export const DEMO_USERS: readonly DemoUser[] = [
  { email: 'new@deadletter.example', fullName: 'Ada Quill', street: '1 Gannet Row', purchase: null },
  {
    email: 'monthly@deadletter.example',
    fullName: 'Wendell Pike',
    street: '14 Cannery Street',
    purchase: { planType: 'monthly', daysAgo: 0, cancelled: false },
  },
  {
    email: 'annual@deadletter.example',
    fullName: 'Leonora Vane',
    street: '2 Harbor Heights',
    purchase: { planType: 'annual', daysAgo: 0, cancelled: false },
  },
  {
    email: 'cancelled@deadletter.example',
    fullName: 'Augustus Thorne',
    street: '7 Surgery Lane',
    purchase: { planType: 'monthly', daysAgo: 0, cancelled: true },
  },
  {
    email: 'reader@deadletter.example',
    fullName: 'Ruth Calloway',
    street: '3 Constabulary Yard',
    purchase: { planType: 'monthly', daysAgo: 100, cancelled: false },
  },
  {
    email: 'overdue@deadletter.example',
    fullName: 'Josiah Vane',
    street: '2 Harbor Heights',
    purchase: { planType: 'monthly', daysAgo: 33, cancelled: false, overdue: true },
  },
  {
    email: 'operator@deadletter.example',
    fullName: 'Emil Roche',
    street: '1 Rectory Garden',
    purchase: null,
    operator: true,
  },
];
