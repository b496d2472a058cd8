import { deactivatePromotion, listPromotions, type PromotionReply } from '../../../../contract/operator/desk.ts';
import { call } from '../../../app/api.ts';
import { pagesOf } from '../../../app/paged.tsx';
import { ActionBoard, ConfirmButton, QuestionButton } from '../parts/action-button.tsx';
import { ListSheet } from '../parts/pages.tsx';
import { PromotionForm } from './promotion-form.tsx';
import { counted, instantInWords } from '../parts/words.ts';
import { Entry } from '../parts/entry.tsx';

export function PromotionsPage() {
  return (
    <>
      <h1>Promotions</h1>
      <ActionBoard>
        <ListSheet
          title="Codes, newest first"
          aside={
            <ConfirmButton label="New Code" title="A new promotion code">
              {(close) => <PromotionForm onClose={close} />}
            </ConfirmButton>
          }
          query={pagesOf(listPromotions)}
          label="Fetching the codes"
          empty="There are no codes. Everybody pays in full."
        >
          {(promotion) => <Promotion {...promotion} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function Promotion(promotion: PromotionReply) {
  const { id, code, active, expiresAt } = promotion;
  const until = expiresAt === null ? null : `Until ${instantInWords(expiresAt)}`;
  return (
    <Entry title={code} notes={[discountInWords(promotion), until]} mark={active ? 'in use' : 'out of use'}>
      {active && (
        <QuestionButton
          label="End"
          about={code}
          variant="quiet"
          title={`End ${code}?`}
          yes="End It"
          mutation={() => call(deactivatePromotion, { params: { id } })}
          said={`${code} is out of use.`}
        >
          <p>Nobody can enter it any more. Discounts already given stay.</p>
        </QuestionButton>
      )}
    </Entry>
  );
}

function discountInWords({ percentOff, duration, months, redeemed, maxRedemptions }: PromotionReply): string {
  const long = {
    once: 'off the first charge',
    forever: 'off every charge',
    repeating: `off for ${counted(months ?? 0, 'month')}`,
  };
  const most = maxRedemptions === null ? '' : ` of ${maxRedemptions.toLocaleString('en-US')}`;
  return `${percentOff} % ${long[duration]}; used ${redeemed.toLocaleString('en-US')}${most} times`;
}
