import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { SUPPORT_REFUND_LIMIT_CENTS } from '../../../contract/operator/roles.ts';
import type { Role } from '../../../domain/staff-roles.ts';
import {
  changeStaffRole,
  inviteStaff,
  listStaff,
  newStaffCode,
  removeStaff,
  type StaffReply,
} from '../../../contract/operator/staff.ts';
import { formatUsd } from '../../../domain/money.ts';
import { call } from '../../app/api.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { userQuery } from '../../app/queries.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { ActionBoard, ConfirmButton, QuestionButton, useOperatorMutation } from './parts/action-button.tsx';
import { Entry } from './parts/entry.tsx';
import { ListSheet } from './parts/pages.tsx';
import { refusalAt } from './parts/refusal-at.ts';
import { instantInWords } from './parts/words.ts';

const ROLE_CHOICES = {
  owner: 'Owner: everything',
  support: `Support: customers, refunds up to ${formatUsd(SUPPORT_REFUND_LIMIT_CENTS)}, no staff`,
  packer: 'Packer: the mailing room only',
} as const satisfies Record<Role, string>;

const ROLE_HINTS = {
  owner: 'Sees and changes everything, also figures, imports, settings and staff.',
  support:
    'Sees customers, their letters, payments and emails; cancels, refunds and corrects for them; answers disputes; sees promotion codes. Not figures, imports, settings or staff.',
  packer:
    'Sees Runs, Letter problems, Postage and Calendar, with the names and addresses on letters; prints and hands over. No payments, emails or accounts.',
} as const satisfies Record<Role, string>;

const STATES = {
  invited: 'invited',
  setting_up: 'no authenticator yet',
  active: 'active',
} as const satisfies Record<StaffReply['state'], string>;

export function StaffPage() {
  return (
    <>
      <h1>Staff</h1>
      <ActionBoard>
        <ListSheet
          title="People with a role"
          aside={
            <ConfirmButton label="Invite Someone" variant="primary" title="Invite someone">
              {(close) => <InviteForm onClose={close} />}
            </ConfirmButton>
          }
          query={pagesOf(listStaff)}
          label="Fetching the staff"
          empty="No one has a role."
        >
          {(person) => <Person person={person} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function Person({ person }: { readonly person: StaffReply }) {
  const { id, email, name, role, state, lastSeenAt } = person;
  const isSelf = useQuery(userQuery).data?.email === email;
  return (
    <Entry
      title={email}
      notes={[name, lastSeenAt === null ? 'never signed in' : `last seen ${instantInWords(lastSeenAt)}`]}
      mark={state === 'invited' ? `invited as ${role}` : `${role}, ${STATES[state]}`}
    >
      {!isSelf && (
        <ConfirmButton label="Change Role" about={email} variant="quiet" title={`Role of ${email}`}>
          {(close) => <RoleForm person={person} onClose={close} />}
        </ConfirmButton>
      )}
      <ConfirmButton
        label="New Authenticator Code"
        about={email}
        variant="quiet"
        title={`An authenticator code for ${email}`}
      >
        {(close) => <NewCode person={person} onClose={close} />}
      </ConfirmButton>
      {!isSelf && (
        <QuestionButton
          label="Remove"
          about={email}
          variant="quiet"
          title={`Remove ${email}?`}
          yes="Remove"
          mutation={() => call(removeStaff, { params: { id } })}
          said={`${email} is removed.`}
        >
          <p>Their next call is refused. Their account as a customer stays, and so does the log.</p>
        </QuestionButton>
      )}
    </Entry>
  );
}

interface FormProps {
  readonly onClose: () => void;
}

interface Values {
  readonly email: string;
  /** Empty until one is chosen. */
  readonly role: Role | '';
}

function InviteForm({ onClose }: FormProps) {
  const form = useForm<Values>({ defaultValues: { email: '', role: '' } });
  const field = fieldsOf(form);
  const role = useWatch({ control: form.control, name: 'role' });
  const invite = useOperatorMutation(async ({ email, role: given }: Values) => {
    if (given === '') throw refusalAt('role', 'Choose a role.');
    return await call(inviteStaff, { body: { email, role: given } });
  });
  if (invite.data !== undefined) {
    const { person, enrolmentCode } = invite.data;
    return (
      <Stack>
        <p>{`We email an invitation to ${person.email}. Its link works for 24 hours.`}</p>
        <Code code={enrolmentCode} onClose={onClose} />
      </Stack>
    );
  }
  return (
    <Form form={form} save={invite} fields={['email', 'role']}>
      {invite.isError && <Notice tone="error">{invite.error.message}</Notice>}
      <TextField label="Email" type="email" autoComplete="off" required {...field('email')} />
      <RoleField role={role} {...field('role')} />
      <DialogChoice yes="Send Invitation" no="Not now" busy={invite.isPending} onNo={onClose} />
    </Form>
  );
}

type RoleFieldProps = Omit<Parameters<typeof SelectField>[0], 'label' | 'children'> & { readonly role: Role | '' };

function RoleField({ role: chosen, ...field }: RoleFieldProps) {
  return (
    <SelectField label="Role" hint={chosen === '' ? undefined : ROLE_HINTS[chosen]} {...field}>
      {chosen === '' && <option value="">Choose a role</option>}
      {Object.entries(ROLE_CHOICES).map(([role, words]) => (
        <option key={role} value={role}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

function RoleForm({ person, onClose }: FormProps & { readonly person: StaffReply }) {
  const form = useForm<{ role: Role }>({ defaultValues: { role: person.role } });
  const field = fieldsOf(form);
  const role = useWatch({ control: form.control, name: 'role' });
  const change = useOperatorMutation(
    (body: { role: Role }) => call(changeStaffRole, { params: { id: person.id }, body }),
    { onClose, said: ({ email, role }) => `${email} has the role ${role}.` },
  );
  return (
    <Form form={form} save={change} fields={['role']}>
      {change.isError && <Notice tone="error">{change.error.message}</Notice>}
      <p>The new role applies to their next call.</p>
      <RoleField role={role} {...field('role')} />
      <DialogChoice yes="Change Role" no="Not now" busy={change.isPending} onNo={onClose} />
    </Form>
  );
}

function NewCode({ person, onClose }: FormProps & { readonly person: StaffReply }) {
  const make = useOperatorMutation(() => call(newStaffCode, { params: { id: person.id } }));
  if (make.data !== undefined) return <Code code={make.data.enrolmentCode} onClose={onClose} />;
  return (
    <Stack>
      {make.isError && <Notice tone="error">{make.error.message}</Notice>}
      <p>With it, their next authenticator opens the console. A former code stops working.</p>
      <DialogChoice
        yes="Make a Code"
        no="Not now"
        busy={make.isPending}
        onNo={onClose}
        onYes={() => make.mutate(undefined)}
      />
    </Stack>
  );
}

function Code({ code, onClose }: FormProps & { readonly code: string | null }) {
  return (
    <>
      {code === null ? (
        <p>Their authenticator is known already. They sign in and open the console.</p>
      ) : (
        <>
          <p>
            The console asks them for this code. Give it to them in person or by phone. It works once, within 24 hours,
            and isn’t shown again.
          </p>
          <p translate="no">
            <strong>{code}</strong>
          </p>
          <CopyCode code={code} />
        </>
      )}
      <Button onClick={onClose}>Done</Button>
    </>
  );
}

function CopyCode({ code }: { readonly code: string }) {
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(code) });
  return (
    <>
      <Button fit variant="secondary" onClick={() => copy.mutate()}>
        Copy Code
      </Button>
      <output>{copy.isSuccess ? 'Copied.' : copy.isError ? 'The browser didn’t allow copying.' : ''}</output>
    </>
  );
}
