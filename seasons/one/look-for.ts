/**
 * What the email says to look for in a letter that should have come, by its number. It may reach a reader before the
 * letter does, so it says where to look and never what is there.
 */
export const LOOK_FOR: Readonly<Record<number, string>> = {
  1: 'Look at the outside as well as at the inside, and throw nothing away. You will want the envelope again when there is nothing left to wait for.',
  2: 'It holds two lists that ought to agree. Take a pencil and count each of them yourself.',
  3: 'It is short, and its writer is sure of himself. Look at what his hand did in the margin while the rest of him was being sure.',
  4: 'Good manners have a date on them like everything else. Read it, and then read the envelope.',
  5: 'It is about what is not in it. Follow the pencil.',
  6: 'There is a map in it. Put a watch beside it, and walk it with a finger.',
  7: 'Somebody in it is polite from the first line to the last. Read the card as slowly as the letter, and ask who else says so.',
  8: 'A page has been copied out of an old book. Read down the columns as well as along the lines.',
  9: 'It is a list, and lists have sums in them. Do the short ones.',
  10: 'A cup was put down where it should not have been. Columns that add up give back what a cup has taken.',
  11: 'You have met some of these names before, on another page. Find the page, and lay the two side by side.',
  12: 'The shortest thing in the envelope cost the most to send. Ask what was in such a hurry.',
  13: 'Keep the wrapper as well. A magnifying glass will not be wasted on it.',
  14: 'There is a table of numbers in it that any harbor child can read. It takes five minutes to learn, and then it says something.',
  15: 'One message in it is too odd to be a message. You need not look for its key in this envelope.',
  16: 'It is all a matter of quarters. Fetch the map, and a watch.',
  17: 'Something small is enclosed. Do not wet it and do not fold it. Look at it in good light.',
  18: 'Two forms are enclosed. Put one on top of the other and read them line against line.',
  19: 'Somebody was fond of pencils. Look at the bottom of the printed sheet.',
  20: 'Fetch what you were told to keep. This one is read at the table, standing up.',
  21: 'Read it twice: once for what is said, and once for the person it is said to.',
  22: 'Scissors, for once. Everything that has an edge belongs on the table.',
  23: 'It is a form with room on it. Begin with a pencil.',
  24: 'Fetch the first envelope before you open this one. Then take your time; nobody is going to hurry you again.',
};
