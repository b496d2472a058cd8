import { driveCarousel } from './carousel.ts';
import { driveDialogs } from './dialogs.ts';

// What the platform does not do by itself. Every page is complete without it (ARCHITECTURE, "Pages").
for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) driveCarousel(carousel);
driveDialogs();
