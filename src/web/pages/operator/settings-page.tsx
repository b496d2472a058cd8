import { useForm } from 'react-hook-form';
import { changeSetting, clearSetting, listSettings, type SettingReply } from '../../../contract/operator/settings.ts';
import { SETTING_NAMES, type SettingName } from '../../../domain/shop-settings.ts';
import { call } from '../../app/api.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { pagesOf } from '../../app/paged-list.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ActionBoard, ConfirmButton, QuestionButton, useOperatorMutation } from './parts/action-button.tsx';
import { Entry } from './parts/entry.tsx';
import { ListSheet } from './parts/pages.tsx';
import { instantInWords } from './parts/words.ts';

const NAMES = {
  supportEmail: 'Support email',
  responseTime: 'Response time',
  responseAtLatest: 'Response at the latest',
  promoBanner: 'Promo banner',
  retryNotice: 'Retry notice',
  returnAddress: 'Return address on envelopes',
  printCost: 'Print cost per letter',
  seller: 'Legal name and postal address',
  governingLaw: 'Governing law',
  testBanner: 'Test banner',
} as const satisfies Record<SettingReply['name'], string>;

const HINTS = {
  supportEmail: 'Replies to our emails go there; pages and emails show it.',
  responseTime: 'Shown under Support.',
  responseAtLatest: 'The first sentence under Support.',
  promoBanner: 'Shown at the top of the public pages. Clear it to hide the banner.',
  retryNotice: 'Added to the email about a failed payment, before the button that updates the card.',
  returnAddress: 'Up to four lines, below our name. Batches printed before keep theirs.',
  printCost: 'Printing and paper of one letter in dollars, such as 0.85. Figures adds it to the postage.',
} as const satisfies Record<SettingName, string>;

const SOURCES = {
  settings: 'from this page',
  environment: 'set on the server',
  default: 'default',
} as const satisfies Record<SettingReply['source'], string>;

export function SettingsPage() {
  return (
    <>
      <h1>Settings</h1>
      <ActionBoard>
        <ListSheet
          title="What an owner can change"
          query={pagesOf(listSettings)}
          label="Fetching the settings"
          empty="There are no settings."
          keyOf={({ name }) => name}
        >
          {(setting) => <Setting setting={setting} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function Setting({ setting }: { readonly setting: SettingReply }) {
  const { name, value, source, changedBy, changedAt } = setting;
  const title = NAMES[name];
  const own = SETTING_NAMES.find((each) => each === name);
  return (
    <Entry
      title={title}
      notes={[
        value === '' ? 'none' : value.split('\n').join(', '),
        own === undefined ? null : HINTS[own],
        changedAt === null ? null : `changed by ${changedBy ?? ''}, ${instantInWords(changedAt)}`,
      ]}
      mark={SOURCES[source]}
    >
      {own !== undefined && (
        <ConfirmButton label="Change" about={title} variant="quiet" title={title}>
          {(close) => <SettingForm name={own} value={value} onClose={close} />}
        </ConfirmButton>
      )}
      {own !== undefined && source === 'settings' && (
        <QuestionButton
          label="Clear"
          about={title}
          variant="quiet"
          title={`Clear “${title}”?`}
          yes="Clear"
          mutation={() => call(clearSetting, { params: { name: own } })}
          said={`${title} is cleared.`}
        >
          <p>The value that is set on the server applies again, or the default.</p>
        </QuestionButton>
      )}
    </Entry>
  );
}

interface SettingFormProps {
  readonly name: SettingName;
  readonly value: string;
  readonly onClose: () => void;
}

function SettingForm({ name, value, onClose }: SettingFormProps) {
  const form = useForm({ defaultValues: { value } });
  const field = fieldsOf(form);
  const change = useOperatorMutation((body: { value: string }) => call(changeSetting, { params: { name }, body }), {
    onClose,
    said: `${NAMES[name]} is changed. Public pages follow within five minutes.`,
  });
  return (
    <Form form={form} save={change} fields={['value']}>
      {change.isError && <Notice tone="error">{change.error.message}</Notice>}
      <TextAreaField
        label={NAMES[name]}
        hint={HINTS[name]}
        rows={name === 'returnAddress' ? 4 : 2}
        maxLength={300}
        {...field('value')}
      />
      <DialogChoice yes="Save" no="Not now" busy={change.isPending} onNo={onClose} />
    </Form>
  );
}
