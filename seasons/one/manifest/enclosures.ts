import type { Enclosure } from '../../season.ts';
import { minuteTable } from '../artifacts/minute-table.ts';

const MINUTE_TABLE = [
  'A leaf in the constable’s pencil.',
  minuteTable.title + '.',
  minuteTable.note,
  ...minuteTable.rows.map(({ at, what }) => `${at}: ${what}`),
].join(' ');

const AROUND = [`${minuteTable.aroundTitle}.`, ...minuteTable.around.map(({ at, what }) => `${at}: ${what}`)].join(' ');
const ARREST = [`${minuteTable.arrestTitle}.`, ...minuteTable.arrest, `${minuteTable.signed}.`].join(' ');

/** Everything that comes with a letter besides prose, as the eye sees it. */
export const ENCLOSURES = {
  firstEnvelope: {
    id: 'first-envelope',
    object: 'first-envelope',
    kind: 'envelope',
    title: 'The first envelope',
    described:
      'A typewritten envelope from O. Farrow, Postmistress, Wick Harbor, Me., addressed to you by name. One green three-cent stamp, the Wick Harbor Light. Of eleven teeth on its left edge the fourth from the top is too long; on its right edge the sixth and the ninth are too long. Struck WICK HARBOR, ME., SEP 23, 9 PM, 1957. The rim of the ring has a gap at five o’clock.',
  },
  inventory: {
    id: 'inventory',
    kind: 'other',
    title: 'At the sorting desk, twice',
    described:
      'A ruled sheet with two lists in pencil. The first, at a quarter past midnight, has sixteen lines and forty-one articles. The second, at one, has the same sixteen lines, but its line of keys reads two, street and cash, where the first has three, street, cash, and a small one.',
  },
  marginStamp: {
    id: 'margin-stamp',
    kind: 'engraving',
    title: 'A drawing in the margin',
    described:
      'A stamp drawn in ink in the margin: the Light, the ring upon it, SEP 23, 9 PM, 1957, with a gap in the rim at five o’clock. The left edge is not drawn. Of eleven teeth on the right edge the fourth from the top is lacking.',
    place: 'inline',
  },
  castCard: {
    id: 'cast-card',
    kind: 'other',
    title: 'Who is who at Wick Harbor',
    described:
      'A printed card of names. Who writes, 1957: Odile Farrow, postmistress; Wendell Pike, her apprentice; Dr. Augustus Thorne, physician and coroner; Mrs. Leonora Vane of Prospect House; Father Emil Roche, pastor; Ruth Calloway, constable. In the town: Mrs. Pike, Wendell’s mother; Bertha Beal, maid at Prospect House; Mrs. Thibodeau, the rectory’s housekeeper; Dot Pinkham, the telephone; Asa and Marian Coombs, keepers of the Light; Sim Alley, captain of the boat; Mr. and Mrs. Foss, the store; George Wall, who keeps a pig; Parcel, the office cat. Away: Crane, postal inspector, Boston; Dr. Whitcomb, Portland; Monsignor Duquette, the chancery; Hobart Lunt, county attorney, Harlow; Prescott Hale, Mrs. Vane’s lawyer; Sister Marie-Ange, Father Roche’s sister; Peg Pike, Wendell’s sister, a Navy nurse; Brother Anselm; Miss Alden, Rockland. In 1926: Josiah Vane of the cannery, who died that October; Mr. Tuttle, postmaster; Father Lachance, pastor; Professor Greeley, Brunswick.',
  },
  regretsEnvelope: {
    id: 'regrets-envelope',
    object: 'regrets',
    kind: 'envelope',
    title: 'The envelope of the regrets',
    described:
      'A black-bordered envelope from Prospect House to Father Roche, in purple ink. One Wick Harbor Light: on its left edge the sixth of eleven teeth is too long; on its right edge the second is too long and the eighth is lacking. Struck WICK HARBOR, ME., SEP 21, 4 PM, 1957. The rim has a gap at five o’clock.',
  },
  map: {
    id: 'map',
    kind: 'map',
    title: 'Wick Harbor, walked by R.C. with a watch',
    described:
      'A pencil map. Minutes on foot: post office to slip 2, Ferry Road, dotted; post office to Town Hall 4; post office to Saint Brendan’s 9, by the upper path; post office to Prospect House 6, by Cannery Lane; slip to cannery 3, dotted; cannery to Prospect House 5; Saint Brendan’s to Prospect House 8; Town Hall to Saint Brendan’s 7; Town Hall to Dr. Thorne 3; Dr. Thorne to the Light 25, the causeway, dotted; Back Cove to Town Hall 11 and to Saint Brendan’s 10. Dotted: under water that night, the causeway from 8:40, the rest from 10:30.',
  },
  mourningCard: {
    id: 'mourning-card',
    kind: 'mourning card',
    title: 'In memory of Josiah Vane',
    described:
      'A card with a black border: Josiah Vane, born November 9, 1884, died October 20, 1926. His hand was open, and so was his door. Buried from Saint Brendan’s, Saturday, October 23.',
  },
  burialRegister: {
    id: 'burial-register',
    kind: 'ledger',
    title: 'Burials, October 1926',
    described:
      'A page of the burial register, numbers 211 to 221, by the day of death in October 1926: Abigail Lunt, 88, the 2nd, old age; Moses Beal, 24, and Rose Beal, 22, the 4th; Peter Alley, 19, the 5th; Clara Coombs, 28, and Patrick Dunn, 52, the 6th; Katie Dunn, 16, and Jean Thibodeau, 17, the 7th; Hannah Pike, 34, the 8th; Annie Thibodeau, 41, the 10th; these nine of influenza; Josiah Vane, 41, the 20th, failing heart.',
  },
  drawerIndex: {
    id: 'drawer-index',
    kind: 'ledger',
    title: 'Index of the drawer',
    described:
      'Fourteen typed lines: number, day, from, to, ounces, postage paid, and when it was shown to anybody. Number 1: October 20, 1926, J. V. to the County Attorney at Harlow, half an ounce, four cents, never shown. Number 2: October 25, 1926, A. T. to a professor at Brunswick, one ounce, two cents, never shown. The rest pay two cents an ounce, or three from July 6, 1932. Number 8: March 8, 1938, a gentleman to Mrs. L. Pike, never shown. Number 11: August 19, 1949, L. V. to all hands, three ounces, nine cents, never shown. Number 14: November 26, 1956, O. F. to nobody, never shown.',
  },
  stampLedger: {
    id: 'stamp-ledger',
    kind: 'ledger',
    title: 'Account of the Wick Harbor Light',
    described:
      'Three hundred received on July 12. Sold: July 13, Prospect House, the top row in a strip, the number under a coffee ring, 290 left; Selectmen 50, 240 left; at the window 112, 128 left; July 15, a collector in Worcester 25, 103 left; July 20, window 31, 72 left; July 31, Dr. Thorne, in strip, 5, 67 left; August 10, window 38, 29 left; August 24, rectory, in strip, under the coffee ring, 21 left; September 7, window 17, 4 left; September 14, A. Coombs 4, none left. Closing, September 23, six in the evening: no Lights; stamps $23.40, cash $31.57, together $54.97.',
  },
  payList: {
    id: 'pay-list',
    object: 'pay-list',
    kind: 'pay list',
    title: 'Second Table, week ending October 2, 1926',
    described:
      'The Vane Packing Company’s list of the string bean table: twelve names with hours, rate and pay. Nine worked sixty hours and have the note “1 tin, Lot 40”: Peter Alley, Moses Beal, Rose Beal, Clara Coombs, Katie Dunn, Patrick Dunn, Hannah Pike, Annie Thibodeau, Jean Thibodeau. Three worked less and have none: Ruth Alley 54, Lena Foss 48, George Wall 50. Bonus for a full week: one tin, bulged, not for sale. Total 692 hours, $173.88.',
  },
  departmentTelegram: {
    id: 'department-telegram',
    kind: 'telegram',
    title: 'From the Department',
    described:
      'Washington, October 11, 1957, to the acting postmaster: REGRET LEARN VACANCY WICK HARBOR STOP CONTINUE UNTIL RELIEVED STOP LIST ALL EQUIPMENT STATING CONDITION.',
  },
  bulletin: {
    id: 'bulletin',
    kind: 'parish bulletin',
    title: 'Parish bulletin, September 22, 1957',
    described:
      'Saint Brendan’s, the fifteenth Sunday after Pentecost. Confessions Saturday, half past four to six. Altar flowers this week: the Sodality, from the rectory beds. The altar boys will leave the south bed alone; it has been said before. No stamps of the Light since the Exaltation of the Cross, here or at the post office. Pray for Mrs. Coombs at the Light, who is expecting to be well shortly. Mailed to the distant on Saturday morning.',
  },
  bulletinWrapper: {
    id: 'bulletin-wrapper',
    kind: 'envelope',
    title: 'The wrapper it was mailed in',
    described:
      'A paper band addressed to Brother Anselm at Saint Fiacre’s Abbey, with a one-cent stamp, struck WICK HARBOR, ME., SEP 21, 9 AM, 1957. The rim of the ring is whole.',
  },
  tideTable: {
    id: 'tide-table',
    kind: 'tide table',
    title: 'Tides at Wick Harbor, September 16 to 28, 1957',
    described:
      'High and low water for thirteen days in Eastern Standard Time. Saturday the 21st: low 2:00 AM, high 8:15 AM, low 2:30 PM, high 8:40 PM. Monday the 23rd, new moon: low 3:45 AM, high 10:00 AM, low 4:10 PM, high 10:25 PM, 11.1 feet. At the foot: while the town keeps Daylight Saving Time, through Saturday the 28th, add one hour. The Nereid calls at 9:30 AM and 4:00 PM, town time, daily except Sunday; she does not lie at the slip within one hour of low water, before or after.',
  },
  castCardAgain: {
    id: 'cast-card-again',
    kind: 'other',
    title: 'Who is who at Wick Harbor, again',
    described:
      'The card of names that came with letter 3, and with it the nine of October 1926 and their kin: Moses and Rose Beal, 24 and 22, of Bertha’s family; Peter Alley, 19, Captain Sim’s brother; Clara Coombs, 28, Asa’s mother; Patrick and Katie Dunn, 52 and 16, father and daughter; Annie and Jean Thibodeau, 41 and 17, mother and son, the housekeeper’s people; Hannah Pike, 34, Wendell’s grandmother. At the same table, and lived: Ruth Alley, Lena Foss, George Wall.',
  },
  cipherTelegram: {
    id: 'cipher-telegram',
    kind: 'telegram',
    title: 'A telegram in six words',
    described:
      'A telegram of October 17, 1957: ASNSAUT TECTANR AAAUTOX IRLRFWX CNSLDOA PWOAYRE. KEY IS WHO WAS DRY. Below it, in the constable’s pencil, how it was made: the key along the top, the message under it in rows with X to fill, and the columns sent as words in the order that the letters of the key come in the alphabet.',
  },
  bellBook: {
    id: 'bell-book',
    kind: 'ledger',
    title: 'The bell, Monday, September 23',
    described:
      'Fifteen lines, each quarter of an hour from 8:00 to 11:30 PM, each rung W.P. and counted E.R. One blow at eight, and one more each quarter: 1, 2, 3, 4, 5; at 9:15 PM seven instead of six; then 7, 8, and so on to 15.',
  },
  stampStrip: {
    id: 'stamp-strip',
    object: 'strip',
    kind: 'stamps',
    title: 'A strip of three',
    described:
      'Three unused Wick Harbor Lights still joined, in a row. Of the eleven teeth on the strip’s left edge the sixth and the ninth from the top are lacking. Its right edge is even.',
  },
  certificates: {
    id: 'certificates',
    kind: 'form',
    title: 'Two certificates',
    described:
      'Two coroner’s forms side by side. 1926, number 31: Josiah Vane, churchyard gate, 41, last seen October 20, 4:25 PM at the post office, seen by the physician 5:10 PM. 1957, number 14: Odile Farrow, post office, 58, last seen September 23, 6:00 PM, seen by the physician September 24, 2:50 AM. On both: general appearance, as of one asleep; heart, has failed; tongue, not examined; cause, a failing heart, of natural origin; inquest, unnecessary. Signed A. Thorne, M.D.',
  },
  hymnSheet: {
    id: 'hymn-sheet',
    kind: 'hymn sheet',
    title: 'For the repose of Josiah Vane, 1926',
    described:
      'Four hymns of four lines each, printed for Saturday, October 23, 1926. In pencil at the foot: 1-1-2, 1-3-2, 3-4-1, 2-1-4, 3-2-3, 3-2-4, 3-2-5, 3-4-1, 2-2-4. First hymn: When I lay down the oar at last / And all the harbor lights are low, / Be kept for me, beyond the mast, / One window where the lamp may show. Second: Not by the letter are we known, / Nor by the name upon the stone; / For what was sealed in bitter breath / Is read aloud the day of death. Third: The tide that would not wait for kings / Has turned for love of smaller things; / It carries home upon its palm / Your boat, your burden, and your calm. Fourth: We tend the net, we mend the sail, / We say your name into the gale; / And what we held, and would not send, / We hold until the waters end.',
  },
  lightTally: {
    id: 'light-tally',
    kind: 'ledger',
    title: 'Ten Lights, less what became of them',
    described:
      'Prospect House, one row, ten bought. July 13: one to Boston, one to Rockland, one to Bar Harbor. August 2: one to Boston. One on the letter to the rectory, found in the sack on September 23. October 23: a strip of three to Miss Alden. Not accounted for: a blank.',
  },
  engraving: {
    id: 'engraving',
    object: 'photograph',
    kind: 'engraving',
    title: 'Labor Day 1926',
    described:
      'An old photograph, drawn as an engraving: the Vane Packing Company’s picnic, Labor Day 1926. Josiah Vane with his hat off; Mrs. Vane, gloved, pouring; Dr. Thorne leaning; behind them Miss Farrow with the tin box for the postcards. At the rear stands the Second Table; nine of them look at the camera.',
  },
  tongueStamp: {
    id: 'tongue-stamp',
    object: 'tongue-stamp',
    kind: 'stamps',
    title: 'The stamp',
    described:
      'One Wick Harbor Light to cut out, struck SEP 23, 9 PM, 1957, with the gap at five o’clock, its gum gone and brown at the edge. Left edge: of eleven teeth the second from the top is lacking and the eighth is too long. Right edge: the fourth is lacking.',
  },
  verdictForm: {
    id: 'verdict-form',
    kind: 'form',
    title: 'A verdict, to be filled in',
    described:
      'A county form upon the body of Odile Farrow with a list of twelve exhibits, A to L, and three empty lines, each with room for the exhibits that prove it: by whose hand, by what means, for what cause. To be signed and dated before letter twenty-four is opened.',
  },
  deadEnvelope: {
    id: 'dead-envelope',
    object: 'dead-letter',
    kind: 'envelope',
    title: 'The dead letter',
    described: [
      'In the constable’s pencil, above:',
      AROUND,
      'Below that, an envelope of 1926 from J. Vane to the County Attorney at Harlow, in pen. Two red two-cent stamps, one pasted over the other so that an edge of the lower shows. Struck WICK HARBOR, ME., OCT 20, 5 PM, 1926; the rim is whole. The address runs downhill, and there is half an inky thumb on the flap. Across it in purple ink, in Mrs. Vane’s hand of 1957: Return to sender, Mrs. J. Vane, Prospect House. Beside it a pencilled square the size of a three-cent stamp, and in it: Fee, 3 cents. Never put on. L goes here. Below the envelope, in the constable’s pencil:',
      ARREST,
    ].join(' '),
  },
  minuteTable: {
    id: 'minute-table',
    kind: 'other',
    title: 'The constable’s leaf',
    described: MINUTE_TABLE,
  },
} as const satisfies Readonly<Record<string, Enclosure>>;
