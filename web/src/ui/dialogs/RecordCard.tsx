import CloseRounded from '@mui/icons-material/CloseRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useId } from 'react'
import { type Fact, FactList } from '../FactList.tsx'
import { useText } from '../i18n.tsx'
import { RowMenu, type RowMenuItem } from '../table/table-parts.tsx'
import { token } from '../theme/tokens.ts'
import { closeThen } from '../unsaved.ts'

interface RecordTabs<Name extends string> {
  names: readonly { name: Name; label: string }[]
  chosen: Name
  onChoose: (name: Name) => void
}

interface RecordCardProps<Name extends string> {
  /** The name of the record. */
  title: string
  /** Before the title, such as a picture. */
  mark?: ReactNode
  /** Below the title. */
  detail?: ReactNode
  status?: ReactNode
  widthPixels?: number
  /** The facts looked for first, above the tabs. */
  summary?: ReactNode
  tabs?: RecordTabs<Name>
  /** What scrolls where there is not enough room: everything above the actions, or the chosen tab alone. */
  scrolls?: 'all' | 'tab'
  /** Below the summary; of the chosen tab where there are tabs. */
  children: ReactNode
  /** Opens the form; without it, the user may not edit the record. */
  edit?: { label: string; run: () => void } | undefined
  /** Beside Edit, at the foot, always in view. */
  actions?: ReactNode
  /** More actions, in a menu. */
  menu?: readonly RowMenuItem[]
  onClose: () => void
}

/**
 * A record to read, at the right edge of the page and as wide as a phone: name, status, facts, and its actions.
 * It is no form; Edit opens one. A field that it contains nevertheless, such as notes, registers with `useUnsaved`:
 * closing the card, Edit, and leaving the page then ask first.
 */
export function RecordCard<Name extends string = never>(props: RecordCardProps<Name>) {
  const { title, mark, detail, status, widthPixels = 560, summary, tabs, scrolls = 'all' } = props
  const { children, edit, actions, menu = [], onClose } = props
  const { t } = useText()
  const titleId = useId()
  const leave = () => closeThen(onClose)
  const hasActions = edit !== undefined || Boolean(actions) || menu.length > 0
  const content = {
    p: '16px 20px',
    flex: scrolls === 'all' ? '1 0 auto' : 1,
    overflowY: scrolls === 'all' ? undefined : 'auto',
  } as const
  return (
    <Drawer
      anchor="right"
      open
      onClose={leave}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: {
            width: `min(${widthPixels}px, 100%)`,
            display: 'flex',
            flexDirection: 'column',
            // The actions, in two rows, must not cover the field that has the focus.
            scrollPaddingBottom: hasActions ? '120px' : undefined,
          },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '12px', p: '14px 12px 10px 20px' }}>
        {mark}
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px' }}>
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, overflowWrap: 'anywhere' }}>
              {title}
            </Box>
            {status}
          </Box>
          {detail && <Box sx={{ typography: 'body2', color: token('textSoft'), mt: '2px' }}>{detail}</Box>}
        </Box>
        <IconButton aria-label={t('ui.close')} onClick={leave} sx={{ alignSelf: 'flex-start' }}>
          <CloseRounded />
        </IconButton>
      </Box>
      {summary && <Box sx={{ px: '20px', pb: '14px' }}>{summary}</Box>}
      {tabs === undefined ? (
        <Box sx={content}>{children}</Box>
      ) : (
        <>
          <Tabs
            value={tabs.chosen}
            onChange={(_, next: Name) => tabs.onChoose(next)}
            variant="scrollable"
            allowScrollButtonsMobile
            sx={{ px: '12px', flex: 'none', borderBottom: `1px solid ${token('line')}` }}
          >
            {tabs.names.map(({ name, label }) => (
              <Tab
                key={name}
                value={name}
                id={`${titleId}-${name}`}
                aria-controls={`${titleId}-panel`}
                label={label}
              />
            ))}
          </Tabs>
          <Box
            role="tabpanel"
            id={`${titleId}-panel`}
            aria-labelledby={`${titleId}-${tabs.chosen}`}
            tabIndex={0}
            sx={content}
          >
            {children}
          </Box>
        </>
      )}
      {hasActions && (
        <Box
          data-bottom-bar
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: '8px',
            p: '12px 20px',
            position: 'sticky',
            bottom: 0,
            zIndex: 1,
            backgroundColor: token('surface'),
            borderTop: `1px solid ${token('line')}`,
          }}
        >
          {edit && (
            <Button variant="contained" startIcon={<EditOutlined />} onClick={() => closeThen(edit.run)}>
              {edit.label}
            </Button>
          )}
          {actions}
          {menu.length > 0 && (
            <Box sx={{ ml: 'auto' }}>
              <RowMenu name={title} items={menu} />
            </Box>
          )}
        </Box>
      )}
    </Drawer>
  )
}

interface RecordSectionProps {
  title: string
  /** Facts without a value are left out. */
  facts?: readonly Fact[]
  children?: ReactNode
}

/** A titled part of a record's card: facts, content of its own, or both; nothing without either. */
export function RecordSection({ title, facts = [], children }: RecordSectionProps) {
  const titleId = useId()
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '')
  if (known.length === 0 && !children) return null
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: '10px', minWidth: 0 }}>
      <Box component="h3" id={titleId} sx={{ typography: 'h2', m: 0 }}>
        {title}
      </Box>
      {known.length > 0 && <FactList facts={known} />}
      {children}
    </Box>
  )
}
