import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  changeOwnSeat,
  liftBlock,
  type CaseGroup,
  type CaseGroupReply,
  startCaseGroup,
} from '../../../../contract/case-groups.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { call } from '../../../app/api.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { Button } from '../../../ui/button.tsx';
import { type BoardNotice, Notice, NoticeBoard } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { CasePage } from '../case-page.tsx';
import { cacheGroup, groupQuery } from '../case-queries.ts';
import styles from './read-along.module.css';
import { Invitations } from './invitations.tsx';
import { type Question, QuestionDialog } from './questions.tsx';
import { SeatForm } from './seat-form.tsx';
import { Seats } from './seats.tsx';
import { SharedNotes } from './shared-notes.tsx';

const route = getRouteApi('/signed-in/account/case/along');

export function ReadAlongPage() {
  const { season } = route.useSearch();
  return (
    <CasePage title="Read Along" season={season}>
      {(chosen) => (
        <Fetched
          query={groupQuery(chosen)}
          label="Loading your group"
          lines={8}
          failureTitle="We couldn’t load your group."
        >
          {(reply) => <Along key={chosen} season={chosen} reply={reply} />}
        </Fetched>
      )}
    </CasePage>
  );
}

interface AlongProps {
  readonly season: string;
  readonly reply: CaseGroupReply;
}

function Along({ season, reply }: AlongProps) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { group, blocks } = reply;
  return (
    <>
      <QuestionDialog
        season={season}
        isOwner={group?.own.isOwner === true}
        question={question}
        onClose={() => setQuestion(null)}
        onDone={setNotice}
      />
      <NoticeBoard notice={notice} />
      {group === null ? (
        <Start season={season} onDone={setNotice} />
      ) : (
        <Group season={season} group={group} reply={reply} onAsk={setQuestion} onDone={setNotice} />
      )}
      {blocks.length > 0 && <Blocks season={season} blocks={blocks} onDone={setNotice} />}
    </>
  );
}

interface PartProps {
  readonly season: string;
  readonly onDone: (notice: BoardNotice) => void;
}

function Start({ season, onDone }: PartProps) {
  const start = useMutation({
    mutationFn: (body: { name: string; showsNotes: boolean }) => call(startCaseGroup, { params: { season }, body }),
    onSuccess: (reply) => {
      cacheGroup(season, reply);
      onDone({ tone: 'success', text: 'Your group is set up. You can invite up to five people with links.' });
    },
  });
  return (
    <Sheet title="Up to six people" kicker="Murder is worse alone">
      <Stack>
        <p>
          Up to six people can read the season together, each with letters of their own. You can read a note of the
          others when you have as many letters as its writer had when writing it. So nobody who is ahead can spoil
          anything.
        </p>
        <p>
          The others also see the name you choose here and how many letters you have, up to their own number. They see
          nothing else about your account.
        </p>
        <SeatForm submit="Start a Group" busy={start.isPending} error={start.error} onSubmit={start.mutate} />
      </Stack>
    </Sheet>
  );
}

interface GroupProps extends PartProps {
  readonly group: CaseGroup;
  readonly reply: CaseGroupReply;
  readonly onAsk: (question: Question) => void;
}

function Group({ season, group, reply, onAsk, onDone }: GroupProps) {
  return (
    <>
      <Sheet title="Who’s reading along" kicker={`${group.seats.length} of ${group.mostSeats} seats taken`}>
        <Stack>
          <Seats group={group} letters={reply.letters} onAsk={onAsk} />
          {group.own.isOwner && <Invitations season={season} group={group} />}
        </Stack>
      </Sheet>
      <SharedNotes season={season} reach={reply.reach} isAlone={group.seats.length === 1} />
      <OwnSeat season={season} group={group} onAsk={onAsk} onDone={onDone} />
    </>
  );
}

function OwnSeat({ season, group: { own }, onAsk, onDone }: Omit<GroupProps, 'reply'>) {
  const change = useMutation({
    mutationFn: (body: { name: string; showsNotes: boolean }) => call(changeOwnSeat, { params: { season }, body }),
    onSuccess: (reply) => {
      cacheGroup(season, reply);
      onDone({ tone: 'success', text: 'Your changes were saved.' });
    },
  });
  return (
    <Sheet title="Your settings in the group">
      <Stack>
        <SeatForm
          key={`${own.name} ${own.showsNotes}`}
          seat={own}
          submit="Save"
          busy={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        />
        <Button fit variant="quiet" onClick={() => onAsk({ act: 'leave' })}>
          Leave the group
        </Button>
      </Stack>
    </Sheet>
  );
}

function Blocks({ season, blocks, onDone }: PartProps & Pick<CaseGroupReply, 'blocks'>) {
  const lift = useMutation({
    mutationFn: (block: string) => call(liftBlock, { params: { season, block } }),
    onSuccess: (reply, block) => {
      const name = blocks.find(({ id }) => id === block)?.name ?? 'This person';
      cacheGroup(season, reply);
      onDone({
        tone: 'success',
        text: `${name} is unblocked. If you’re in the same group, you see each other’s notes again. Anyone who has left the group needs a new link to join it.`,
      });
    },
  });
  return (
    <Sheet title="People you blocked">
      <Stack>
        <p>You and the people you blocked don’t see each other’s notes, and you can’t join each other’s groups.</p>
        {lift.isError && <Notice tone="error">{lift.error.message}</Notice>}
        <ul className={styles.seats}>
          {blocks.map(({ id, name, since }) => (
            <li key={id} className={styles.seat}>
              <span>
                <span className={styles.name}>{name}</span>
                <span className={styles.state}>{`blocked since ${formatDate(new Date(since))}`}</span>
              </span>
              <Button
                fit
                variant="secondary"
                aria-label={`Unblock ${name}`}
                busy={lift.isPending && lift.variables === id}
                disabled={lift.isPending}
                onClick={() => lift.mutate(id)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      </Stack>
    </Sheet>
  );
}
