import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Work } from '@rumbo/contract/work.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { boxLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { BadRows } from './BadRows.tsx'
import type { WatchedWork } from './use-work.ts'
import { WorkProgress } from './WorkProgress.tsx'

/** Progress of a check or an import. */
export function ImportProgress({ watched, isDryRun }: { watched: WatchedWork; isDryRun: boolean }) {
  const { t } = useText()
  return (
    <Box sx={{ display: 'grid', gap: '12px', py: '24px' }}>
      <Box role="status" sx={{ typography: 'h3' }}>
        {t(isDryRun ? 'work.import.checking' : 'work.import.importing')}
      </Box>
      <WorkProgress work={watched.work} isUnread={watched.isUnread} />
    </Box>
  )
}

/** The rows that an import takes: those that wait for a decision afterwards are among them. */
export const importable = ({ added, updated, waiting = 0 }: NonNullable<Work['result']>): number =>
  added + updated + waiting

interface ImportResultProps {
  result: NonNullable<Work['result']>
  nameOf: (field: string) => string | null
  hintOf: (field: string) => string | null
}

/** The result of a check or an import: four figures, the refused rows, and the others to know about. */
export function ImportResult({ result, nameOf, hintOf }: ImportResultProps) {
  const { t, language } = useText()
  const { added, updated, waiting, skipped, bad, notes = [], isDryRun } = result
  const hasGood = importable(result) > 0
  const rowsOf = new Set(bad.map(({ row }) => row)).size
  const figures = [
    { label: t(isDryRun ? 'work.import.toAdd' : 'work.import.added'), value: added },
    waiting === undefined
      ? { label: t(isDryRun ? 'work.import.toUpdate' : 'work.import.updated'), value: updated }
      : { label: t('work.import.waiting'), value: waiting },
    { label: t(isDryRun ? 'work.import.toSkip' : 'work.import.skipped'), value: skipped },
    { label: t('work.import.bad'), value: rowsOf },
  ]
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {!isDryRun && (
        <Alert severity="success" icon={<CheckCircleOutlineRounded />}>
          {t('work.import.finished')}
        </Alert>
      )}
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: '10px',
          m: 0,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
        }}
      >
        {figures.map(({ label, value }) => (
          <Box
            key={label}
            sx={{
              display: 'flex',
              flexDirection: 'column-reverse',
              ...boxLook,
              p: '10px 14px',
            }}
          >
            <Box component="dt" sx={{ typography: 'body2', color: token('textSoft') }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, fontSize: '1.5rem', fontWeight: 700 }}>
              {formatNumber(language, value)}
            </Box>
          </Box>
        ))}
      </Box>
      {isDryRun &&
        (bad.length > 0 ? (
          <Alert severity="warning">{t(hasGood ? 'work.import.fix' : 'work.import.fixOnly')}</Alert>
        ) : (
          <Alert severity={hasGood ? 'success' : 'info'}>
            {t(hasGood ? 'work.import.noBad' : 'work.import.nothing')}
          </Alert>
        ))}
      {bad.length > 0 && (
        <BadRows title={t('work.import.badList')} rows={bad} nameOf={nameOf} hintOf={hintOf} />
      )}
      {notes.length > 0 && (
        <BadRows title={t('work.import.notes')} rows={notes} nameOf={nameOf} hintOf={hintOf} />
      )}
    </Box>
  )
}
