import { adoptStyles } from './styles.ts';

export type ChallengeOutcome = 'complete' | 'fail';

export function askCardholder(): Promise<ChallengeOutcome> {
  adoptStyles();
  const dialog = document.createElement('dialog');
  dialog.className = 'sandbox-challenge';
  const title = text('h2', '3-D Secure');
  title.id = 'sandbox-challenge-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const buttons = document.createElement('div');
  const complete = button('Complete authentication');
  const fail = button('Fail authentication');
  buttons.append(complete, fail);
  dialog.append(title, text('p', 'Test mode: your bank would ask here whether this is really you.'), buttons);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const finish = (outcome: ChallengeOutcome) => {
      dialog.remove();
      resolve(outcome);
    };
    complete.addEventListener('click', () => finish('complete'));
    fail.addEventListener('click', () => finish('fail'));
    dialog.addEventListener('cancel', () => finish('fail'));
  });
}

function text(tag: 'h2' | 'p', content: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

function button(label: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  return element;
}
