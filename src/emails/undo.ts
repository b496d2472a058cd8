import { button, paragraph, type Block } from './content.ts';

export function undoBlocks(undoUrl: string): readonly Block[] {
  return [
    paragraph(
      'If it was not you, undo it. The link takes this back, and whatever came after it, shows every device the door, ' +
        'and lets you choose a new password. It asks before it does so, works once, and for seven days.',
    ),
    button('It was not me: undo it', undoUrl),
  ];
}
