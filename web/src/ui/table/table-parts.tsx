import KeyboardArrowLeftRounded from '@mui/icons-material/KeyboardArrowLeftRounded'
import KeyboardArrowRightRounded from '@mui/icons-material/KeyboardArrowRightRounded'
import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { formatNumber } from '@rumbo/i18n/formats'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { ChoiceMenu, type ChoiceMenuItem } from '../fields/ChoiceMenu.tsx'
import { InlineSelect } from '../fields/InlineSelect.tsx'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'
import { rangeOf, type TableView } from './table-model.ts'

interface PagerProps {
  view: TableView
  total: number
  isTotalBound?: boolean
  onView: (view: TableView) => void
  sizes: readonly number[]
}

/** `1 to 25 of 310` or `of more than 10,000`, page size, previous and next. */
export function Pager({ view, total, isTotalBound = false, onView, sizes }: PagerProps) {
  const { t, language } = useText()
  const { from, to, pages } = rangeOf(view, total)
  const number = (value: number) => formatNumber(language, value)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: '8px',
        p: '8px 12px',
        color: token('textSoft'),
        typography: 'body2',
      }}
    >
      <InlineSelect
        label={t('ui.table.pageSize')}
        value={String(view.size)}
        options={[...new Set([...sizes, view.size])]
          .sort((a, b) => a - b)
          .map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => onView({ ...view, size: Number(size), page: 1 })}
      />
      <span aria-live="polite">
        {t(isTotalBound ? 'ui.table.rangeBound' : 'ui.table.range', {
          from: number(from),
          to: number(to),
          total: number(total),
        })}
      </span>
      <IconButton
        aria-label={t('ui.table.previous')}
        disabled={view.page <= 1}
        onClick={() => onView({ ...view, page: view.page - 1 })}
      >
        <KeyboardArrowLeftRounded />
      </IconButton>
      <IconButton
        aria-label={t('ui.table.next')}
        disabled={view.page >= pages}
        onClick={() => onView({ ...view, page: view.page + 1 })}
      >
        <KeyboardArrowRightRounded />
      </IconButton>
    </Box>
  )
}

/** Moves by arrow keys between the buttons that open rows. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('[data-row-open]')) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-open]')]
  const next = buttons[buttons.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** True for a click on the row itself, not on a control inside it. */
export const isRowClick = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, label, [role=menuitem]') === null

/** A row's first cell as the button that opens the row. */
export function RowOpener(props: { children: ReactNode; onOpen: () => void; isExpanded?: boolean }) {
  const { children, onOpen, isExpanded } = props
  return (
    <ButtonBase
      data-row-open
      aria-expanded={isExpanded}
      onClick={onOpen}
      sx={{ font: 'inherit', fontWeight: 700, textAlign: 'left', borderRadius: '6px', color: token('text') }}
    >
      {children}
    </ButtonBase>
  )
}

export type RowMenuItem = ChoiceMenuItem

/** The menu of a row. `name` is a short name of the row. */
export function RowMenu({ name, items }: { name: string; items: readonly RowMenuItem[] }) {
  const { t } = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (items.length === 0) return null
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('ui.table.rowMenu', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertRounded fontSize="small" />
      </IconButton>
      <ChoiceMenu anchor={anchor} onClose={() => setAnchor(null)} items={items} />
    </>
  )
}
