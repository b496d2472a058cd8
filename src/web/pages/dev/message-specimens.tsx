import { ApiFailure } from '../../app/api-failure.ts';
import { ErrorScreen, NotFoundScreen, PendingScreen } from '../../app/screens.tsx';
import { PromoFromLink } from '../../ui/promo-from-link.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Notice, NoticeBoard, type NoticeTone, TryAgain } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Columns, Row, Specimens } from './specimens.tsx';

const TONES: readonly NoticeTone[] = ['error', 'success', 'info', 'warning'];

const FAILURE = new ApiFailure('internal', 'The drawer is stuck.', {
  error: 'The drawer is stuck.',
  code: 'internal',
  requestId: 'wick-harbor-1957',
});

export function MessageSpecimens() {
  return (
    <>
      <Specimens name="Notices">
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} title={`A notice, ${tone}`}>
            <p>One sentence that says what to do now.</p>
          </Notice>
        ))}
      </Specimens>
      <Specimens name="Boards, on which a page says what came of a dialog">
        {TONES.map((tone) => (
          // Covered, since otherwise each would take the focus.
          <NoticeBoard key={tone} notice={{ tone, text: `A board, ${tone}.` }} covered />
        ))}
      </Specimens>
      <Specimens name="What could not be fetched">
        <TryAgain onRetry={fetchNothing}>The drawer will not open.</TryAgain>
        <TryAgain title="With a title, being fetched" busy onRetry={fetchNothing}>
          The drawer will not open.
        </TryAgain>
      </Specimens>
      <Specimens name="Notes">
        <PromoFromLink code="LETTER20" />
        <Disclosure summary="A sheet folded over">
          <p>What most readers need not see.</p>
        </Disclosure>
      </Specimens>
      <Specimens name="Waiting">
        <Row>
          <Spinner />
          <Spinner label="Setting up your account..." />
        </Row>
        <Sheet>
          <Skeleton label="A skeleton" />
        </Sheet>
      </Specimens>
      <Specimens name="Whole screens">
        <Columns>
          <ErrorScreen error={FAILURE} />
          <NotFoundScreen />
          <PendingScreen />
        </Columns>
      </Specimens>
    </>
  );
}

function fetchNothing(): void {
  // Buttons on this page do nothing.
}
