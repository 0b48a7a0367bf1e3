import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ImportField, importFields } from '@rumbo/contract/directory.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import type { Import } from './use-import.ts'

const duplicateChoices = ['skip', 'update', 'add'] as const
const shownSamples = 3

/** Step 2: what each column of the file holds, with a few of its values, and what becomes of known phones. */
export function ImportColumnsStep({ task }: { task: Import }) {
  const { t, language } = useText()
  const { file, mapping, wrong } = task
  if (file === null) return null
  const nameOf = (field: ImportField) => t(`directory.field.${field}`)
  const words = (fields: readonly ImportField[]) => fields.map(nameOf).join(', ')
  const columnName = (at: number) =>
    file.columns[at]?.trim() || t('directory.import.unnamed', { number: at + 1 })
  const cell = { p: '8px 12px', textAlign: 'left', verticalAlign: 'middle' } as const
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <Box sx={{ color: token('textSoft'), overflowWrap: 'anywhere' }}>
        {[file.fileName, t('directory.import.rows', { count: file.rows }), file.encoding?.toUpperCase()]
          .filter(Boolean)
          .join(' · ')}
        <span style={visuallyHidden}>{formatNumber(language, file.rows)}</span>
      </Box>
      <Box sx={{ border: `1px solid ${token('line')}`, borderRadius: '12px', overflow: 'hidden' }}>
        <Box
          component="table"
          aria-label={t('directory.import.step.columns')}
          sx={{
            width: '100%',
            borderCollapse: 'collapse',
            '& tbody tr': { borderTop: `1px solid ${token('line')}` },
            '@media (max-width: 600px)': {
              '& thead': { display: 'none' },
              '& tr, & td, & th': { display: 'block' },
            },
          }}
        >
          <thead>
            <tr>
              {(['column', 'sample', 'becomes'] as const).map((key) => (
                <Box component="th" scope="col" key={key} sx={{ ...cell, typography: 'subtitle2' }}>
                  {t(`directory.import.${key}`)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {mapping.map((field, at) => {
              const column = columnName(at)
              const sample = file.sample
                .map((row) => row[at]?.trim())
                .filter(Boolean)
                .slice(0, shownSamples)
              const isTwice = field !== null && wrong.twice.includes(field)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and keep their places
                <tr key={at}>
                  <Box component="th" scope="row" sx={{ ...cell, fontWeight: 620, overflowWrap: 'anywhere' }}>
                    {column}
                  </Box>
                  <Box
                    component="td"
                    sx={{ ...cell, typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}
                  >
                    {sample.join(' · ') || '—'}
                  </Box>
                  <Box component="td" sx={{ ...cell, width: { sm: 240 } }}>
                    <TextField
                      select
                      size="small"
                      fullWidth
                      value={field ?? 'ignore'}
                      error={isTwice}
                      onChange={({ target }) =>
                        task.setColumn(at, importFields.find((one) => one === target.value) ?? null)
                      }
                      slotProps={{
                        htmlInput: { 'aria-label': t('directory.import.becomesNamed', { column }) },
                        select: {
                          SelectDisplayProps: {
                            'aria-label': t('directory.import.becomesNamed', { column }),
                          },
                        },
                      }}
                    >
                      <MenuItem value="ignore">{t('directory.import.ignore')}</MenuItem>
                      {importFields.map((one) => (
                        <MenuItem key={one} value={one}>
                          {nameOf(one)}
                        </MenuItem>
                      ))}
                    </TextField>
                  </Box>
                </tr>
              )
            })}
          </tbody>
        </Box>
      </Box>
      {wrong.missing.length > 0 && (
        <Alert severity="warning">{t('directory.import.missing', { fields: words(wrong.missing) })}</Alert>
      )}
      {wrong.twice.length > 0 && (
        <Alert severity="warning">{t('directory.import.twice', { fields: words(wrong.twice) })}</Alert>
      )}
      <ChoiceField
        label={t('directory.import.duplicates')}
        value={task.duplicates}
        choices={duplicateChoices.map((value) => ({
          value,
          label: t(`directory.import.duplicates.${value}`),
        }))}
        onChange={task.setDuplicates}
      />
    </Box>
  )
}
