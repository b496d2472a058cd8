/** What a screen reader hears of each page of the case file, in order; three letters have come. */
export const HEARD = {
  overview: `
    - heading "Case File" [level=1]
    - combobox "Theme"
    - navigation "Case file":
      - link "Letters"
      - link "Puzzles"
      - link "Theory"
      - link "Notes"
      - link "Read Along"
    - region "The Postmistress of Wick Harbor":
      - heading "The Postmistress of Wick Harbor" [level=2]
      - list:
        - listitem:
          - 'link "Letter 1: If You Are Reading This"'
        - listitem:
          - 'link "Letter 2: The Apprentice’s Inventory"'
        - listitem:
          - link /Letter 3/
        - listitem: /Letter 4 to be mailed/
    - region "People":
      - heading "People" [level=2]
      - paragraph: /open a letter or press/
    - region "Places":
      - heading "Places" [level=2]
    - region "Timeline":
      - heading "Timeline" [level=2]
      - paragraph: /open a letter or press/
  `,
  letter: `
    - link "Back to the case file"
    - article "If You Are Reading This":
      - paragraph: /Letter 1, from/
      - heading "If You Are Reading This" [level=1]
      - combobox "Theme"
      - button "Larger text"
      - region "Pages of the letter":
        - 'figure "Enlarge page 1 of 4"':
          - 'button "Enlarge page 1 of 4"'
        - 'figure "Enlarge page 4 of 4"':
          - 'button "Enlarge page 4 of 4"'
      - region "Text of the letter":
        - paragraph: /For .+, and nobody else/
      - navigation "Other letters":
        - link "On to Letter 2"
      - button "Pin a note to this letter"
      - button "Something is wrong with this letter"
  `,
  notes: `
    - heading "Notes" [level=1]
    - navigation "Case file"
    - region "A new note":
      - heading "A new note" [level=2]
      - combobox "Letter"
      - combobox "About"
      - button "Pin a note"
      - list "The new note":
        - listitem:
          - paragraph: Letter 1
          - textbox "Letter 1"
          - button "Delete"
    - region "Your notes":
      - heading "Your notes" [level=2]
      - searchbox "Search your notes"
  `,
  puzzles: `
    - heading "Puzzles" [level=1]
    - navigation "Case file"
    - region "Forty-one, counted twice":
      - heading "Forty-one, counted twice" [level=2]
      - textbox "Both numbers, then the article"
      - 'button "Check your answer: Forty-one, counted twice"'
      - list:
        - listitem: /A nudge Wendell counts everything twice/
      - 'button "Show hint 2 of 3: a push, for “Forty-one, counted twice”"'
  `,
  theory: `
    - heading "Your Theory" [level=1]
    - navigation "Case file"
    - region "What do you think?":
      - heading "What do you think?" [level=2]
      - group "By whose hand":
        - radio /since letter \\d/
      - group "By what means":
        - radio /since letter \\d/
      - group "For what cause":
        - radio /since letter \\d/
      - textbox /In your own words/
      - button "Save"
      - button "Seal Theory" [disabled]
      - status: Nothing is saved yet.
  `,
  opened: `
    - heading "Your Theory" [level=1]
    - navigation "Case file"
    - region "Opened":
      - heading "Opened" [level=2]
      - term: By whose hand
      - definition: /The answer was/
      - term: By what means
      - term: For what cause
      - paragraph: You asked for one hint.
      - button "Download your certificate (PDF)"
    - region "How others fared":
      - heading "How others fared" [level=2]
  `,
  alone: `
    - heading "Read Along" [level=1]
    - navigation "Case file"
    - region "Up to six people":
      - heading "Up to six people" [level=2]
      - paragraph: /as many letters as its writer had when writing it/
      - paragraph: /The others also see the name you choose here/
      - textbox "Your name in the group"
      - checkbox "The others can see my notes" [checked]
      - button "Start a Group"
  `,
  along: `
    - heading "Read Along" [level=1]
    - navigation "Case file"
    - region "Who’s reading along":
      - heading "Who’s reading along" [level=2]
      - list "Who’s reading along":
        - listitem: /Wilhelmina \\(you\\)/
      - paragraph: /Each link lets one person join/
      - button "Make a Link"
    - region "Your settings in the group":
      - heading "Your settings in the group" [level=2]
      - textbox "Your name in the group": Wilhelmina
      - checkbox "The others can see my notes" [checked]
      - button "Save"
      - button "Leave the group"
  `,
} as const;
