import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { getToday, type TodayReply } from '../../../../contract/operator/today.ts';
import { APP_PATHS } from '../../../../contract/site-paths.ts';
import { queryOf } from '../../../app/queries.ts';
import { SignOut } from '../../../app/sign-out.tsx';
import { ConsoleKeys } from '../parts/console-keys.tsx';
import { useMay, useRole } from '../parts/role.tsx';
import { withCommas } from '../parts/words.ts';
import { type MenuEntry, menuOf } from './menu-entries.ts';
import styles from './menu.module.css';
import { SearchBox } from './search-box.tsx';

export function ConsoleMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const may = useMay();
  const role = useRole();
  const { data } = useQuery({ ...queryOf(getToday), enabled: may('getToday') });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [openedOn, setOpenedOn] = useState(path);
  if (openedOn !== path) {
    setOpenedOn(path);
    setIsOpen(false);
  }
  return (
    <nav className={styles.menu} aria-label="Console">
      <div className={styles.top}>
        {may('search') && <SearchBox />}
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Menu'}
        </button>
      </div>
      <div id={id} className={styles.groups} data-open={isOpen}>
        {menuOf(role).map(({ name, entries }) => (
          <div key={name} className={styles.group}>
            {(entries.length > 1 || entries[0]?.name !== name) && <p className={styles.name}>{name}</p>}
            <ul aria-label={name}>
              {entries.map((entry) => (
                <li key={entry.path}>
                  <MenuLink entry={entry} path={path} waiting={data?.waiting} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div>
          <Link to={APP_PATHS.account} className={styles.link}>
            Account
          </Link>
          <ConsoleKeys />
        </div>
        <div className={styles.last}>
          <SignOut />
        </div>
      </div>
    </nav>
  );
}

interface MenuLinkProps {
  readonly entry: MenuEntry;
  readonly path: string;
  readonly waiting: TodayReply['waiting'] | undefined;
}

function MenuLink({ entry: { name, path: to, leadsTo, work }, path, waiting }: MenuLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const isCurrent = path === to || path === leadsTo;
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const number = waiting === undefined || work === undefined ? 0 : work.count(waiting);
  return (
    <Link
      ref={link}
      to={to}
      className={styles.link}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(path === leadsTo && { 'aria-current': 'page' })}
    >
      {name}
      {number > 0 && (
        <span className={styles.count} title={`${withCommas(number)} ${work?.words}`}>
          {withCommas(number)}
        </span>
      )}
    </Link>
  );
}
