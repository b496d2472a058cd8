import { FileLink } from '../parts/entry.tsx';
import type { Column } from '../parts/list-table.tsx';

interface Customer {
  readonly subscriptionId: string;
  readonly name: string | null;
  readonly email: string;
}

export const customerColumns: readonly Column<Customer>[] = [
  {
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: ({ subscriptionId, name }) => <FileLink subscription={subscriptionId}>{name ?? 'No name'}</FileLink>,
  },
  { name: 'Email', whole: true, cell: ({ email }) => email },
];
