import { button, paragraph, type Block } from './content.ts';

/** What to do about a change of the account that was not its owner's. */
export function undoBlocks(undoUrl: string): readonly Block[] {
  return [
    paragraph(
      'If it was not you, undo it. The link takes this back, and whatever came after it, shows every device the door, ' +
        'and lets you choose a new password. It asks before it does so, works once, and for seven days.',
    ),
    button('It was not me: undo it', undoUrl),
  ];
}
