import { DefinitionList } from '../../ui/definition-list.tsx';
import { Mark } from '../../ui/header.tsx';
import { Postmark, Seal, Stamp } from '../../ui/ornament.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Steps } from '../../ui/steps.tsx';
import { Columns, Row, Specimens } from './specimens.tsx';
import styles from './ui-page.module.css';

const MATERIALS = [
  'paper',
  'paper-bright',
  'manila',
  'kraft',
  'ink',
  'oxblood',
  'bottle',
  'airmail-red',
  'airmail-blue',
] as const;

const SIZES = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs'] as const;

export function ContentSpecimens() {
  return (
    <>
      <Specimens name="Materials and type">
        <ul className={styles.materials}>
          {MATERIALS.map((material) => (
            <li key={material} className={styles.material} data-material={material}>
              {material}
            </li>
          ))}
        </ul>
        <div>
          {SIZES.map((size) => (
            <p key={size} className={styles.size} data-size={size}>
              {size}: the house speaks, <span className={styles.typed}>and somebody types 1957</span>
            </p>
          ))}
        </div>
      </Specimens>
      <Specimens name="Ornaments">
        <Row>
          <Mark />
          <div className={styles.stamp}>
            <Stamp />
          </div>
          <div className={styles.postmark}>
            <Postmark place="WICK HARBOR, ME." lines={['SEP 23', '9 PM', '1957']} cancelling />
          </div>
          <div className={styles.seal}>
            <Seal />
          </div>
        </Row>
      </Specimens>
      <Specimens name="Sheets">
        <Columns>
          {(['plain', 'airmail', 'perforated'] as const).map((edge) => (
            <Sheet
              key={edge}
              edge={edge}
              title={`A sheet, ${edge}`}
              kicker="With a kicker"
              aside={<a href="#aside">Aside</a>}
            >
              <p>Its contents lie on paper.</p>
            </Sheet>
          ))}
        </Columns>
      </Specimens>
      <Specimens name="Lists, steps, progress">
        <Columns>
          {(['form', 'figures', 'ledger'] as const).map((layout) => (
            <DefinitionList
              key={layout}
              layout={layout}
              items={[
                { term: 'Letters', detail: '24' },
                { term: 'A long value that has to break', detail: 'Sorting Room, Ferry Road, Wick Harbor, ME 04579' },
              ]}
            />
          ))}
        </Columns>
        {([1, 2, 3] as const).map((step) => (
          <Steps key={step} current={step} names={['Season', 'Shipping', 'Payment']} />
        ))}
        {[0, 7, 24].map((letters) => (
          <Progress key={letters} label={`Progress at ${letters}`} value={letters} max={24}>
            {`${letters} of 24 letters received`}
          </Progress>
        ))}
      </Specimens>
    </>
  );
}
