import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AuditEntry } from '@rumbo/contract/monitoring.audit.contract'
import { changeLines } from '@rumbo/i18n/audit-words'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

const cell = { m: 0, py: '6px', px: '10px', overflowWrap: 'anywhere', textAlign: 'left' } as const
const head = { ...cell, color: token('textSoft'), typography: 'subtitle2' } as const

/** The changed fields of an entry, with their values before and after. */
export function AuditChanges({ entry, timeZone }: { entry: AuditEntry; timeZone: string | undefined }) {
  const { t, language } = useText()
  const lines = changeLines(language, t, entry.changes, timeZone)
  if (lines.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: token('textSoft'), p: '6px 10px' }}>
        {t('audit.changes.none')}
      </Typography>
    )
  }
  return (
    <Box
      component="table"
      aria-label={t('audit.changes.title')}
      sx={{ width: '100%', borderCollapse: 'collapse', typography: 'body2', tableLayout: 'fixed' }}
    >
      <thead>
        <tr>
          <Box component="th" scope="col" sx={head}>
            {t('audit.changes.field')}
          </Box>
          <Box component="th" scope="col" sx={head}>
            {t('audit.changes.before')}
          </Box>
          <Box component="th" scope="col" sx={head}>
            {t('audit.changes.after')}
          </Box>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, before, after }) => (
          <Box component="tr" key={field} sx={{ borderTop: `1px solid ${token('line')}` }}>
            <Box component="th" scope="row" sx={{ ...cell, fontWeight: 600 }}>
              {field}
            </Box>
            <Box component="td" sx={{ ...cell, color: token('textSoft') }}>
              {before}
            </Box>
            <Box component="td" sx={cell}>
              {after}
            </Box>
          </Box>
        ))}
      </tbody>
    </Box>
  )
}
