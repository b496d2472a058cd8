/** Printed papers that are enclosed as they are. */

export const bulletin = {
  head: 'Saint Brendan’s Parish, Wick Harbor',
  week: 'Sunday, September 22, 1957. Fifteenth Sunday after Pentecost',
  masses: ['Sunday, 7:30 and 10:00', 'Weekdays, 7:00', 'Confessions: Saturday, half past four to six'],
  notices: [
    'Altar flowers this week: the Sodality, from the rectory beds.',
    'The altar boys will leave the south bed alone. It has been said before.',
    'Those who asked at the rectory for the stamp of the Light: there have been none since the Exaltation of the Cross, here or at the post office.',
    'Choir on Monday at half past seven, if the weather lets anyone up the hill.',
    'There will be a collection on September 29 for a purpose that will be announced on September 29.',
    'Of your charity pray for the sick: Mrs. Coombs at the Light, who is expecting to be well shortly.',
  ],
  mailed: 'Mailed to the distant on Saturday morning.',
} as const;

export const verdictForm = {
  head: 'County of Knowles. Coroner’s inquest',
  upon: 'Upon the body of Odile Farrow, postmistress',
  asks: [
    { line: 'By whose hand', from: 'Exhibits' },
    { line: 'By what means', from: 'Exhibits' },
    { line: 'For what cause', from: 'Exhibits' },
  ],
  oath: 'To be signed and dated before letter twenty-four is opened.',
  exhibits: [
    { id: 'A', what: 'Envelope, with a party in another town' },
    { id: 'B', what: 'Inventory, two lists' },
    { id: 'C', what: 'Doctor’s drawing' },
    { id: 'D', what: 'Regrets, in their envelope' },
    { id: 'E', what: 'Map, with minutes' },
    { id: 'F', what: 'Register and pay list, pinned together' },
    { id: 'G', what: 'Index of a drawer, with a civil letter clipped to it' },
    { id: 'H', what: 'Account of stamps, with tally' },
    { id: 'I', what: 'Bulletin, in its wrapper' },
    { id: 'J', what: 'Tide table and captain’s word' },
    { id: 'K', what: 'Strip of three' },
    { id: 'L', what: 'Stamp, from a tongue' },
  ],
} as const;

export const departmentTelegram = {
  office: 'WASHINGTON DC OCT 11 1957 4 12 PM',
  to: 'ACTING POSTMASTER WICK HARBOR MAINE',
  from: 'BUREAU OF POST OFFICE OPERATIONS',
  text: 'REGRET LEARN VACANCY WICK HARBOR STOP CONTINUE UNTIL RELIEVED STOP LIST ALL EQUIPMENT STATING CONDITION',
} as const;
