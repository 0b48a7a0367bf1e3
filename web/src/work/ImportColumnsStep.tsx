import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { boxLook } from '../ui/card-look.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { Import, ImportPlan } from './use-import.ts'

const shownSamples = 3

interface ImportColumnsStepProps<Field extends string, Choice extends string> {
  task: Import<Field, Choice>
  plan: ImportPlan<Field, Choice>
}

/** Step 2: the meaning of each column with sample values, and what happens to existing records. */
export function ImportColumnsStep<Field extends string, Choice extends string>({
  task,
  plan,
}: ImportColumnsStepProps<Field, Choice>) {
  const { t } = useText()
  const { file, mapping, wrong } = task
  if (file === null) return null
  const words = (fields: readonly Field[]) => fields.map(plan.nameOf).join(', ')
  const columnName = (at: number) => file.columns[at]?.trim() || t('work.import.unnamed', { number: at + 1 })
  const cell = { p: '8px 12px', textAlign: 'left', verticalAlign: 'middle' } as const
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <Box sx={{ color: token('textSoft'), overflowWrap: 'anywhere' }}>
        {[file.fileName, t('work.import.rows', { count: file.rows }), file.encoding?.toUpperCase()]
          .filter(Boolean)
          .join(' · ')}
      </Box>
      <ChoiceField
        label={t('work.import.heading')}
        value={String(file.headingRow)}
        choices={file.headingRows.map(({ row, text }) => ({
          value: String(row),
          label: t('work.import.headingRow', { row, text }),
        }))}
        onChange={(row) => void task.setHeadingRow(Number(row))}
        isDisabled={task.isLooking}
      />
      <Box sx={{ ...boxLook, overflow: 'hidden' }}>
        <Box
          component="table"
          aria-label={t('work.import.step.columns')}
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
                  {t(`work.import.${key}`)}
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
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id, and keep their order
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
                        task.setColumn(at, plan.fields.find((one) => one === target.value) ?? null)
                      }
                      slotProps={{
                        htmlInput: { 'aria-label': t('work.import.becomesNamed', { column }) },
                        select: {
                          SelectDisplayProps: {
                            'aria-label': t('work.import.becomesNamed', { column }),
                          },
                        },
                      }}
                    >
                      <MenuItem value="ignore">{t('work.import.ignore')}</MenuItem>
                      {plan.fields.map((one) => (
                        <MenuItem key={one} value={one}>
                          {plan.nameOf(one)}
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
        <Alert severity="warning">{t('work.import.missing', { fields: words(wrong.missing) })}</Alert>
      )}
      {wrong.twice.length > 0 && (
        <Alert severity="warning">{t('work.import.twice', { fields: words(wrong.twice) })}</Alert>
      )}
      {plan.duplicates.choices.length > 1 && (
        <ChoiceField
          label={plan.duplicates.label}
          value={task.duplicates}
          choices={plan.duplicates.choices}
          onChange={task.setDuplicates}
        />
      )}
      {plan.options}
    </Box>
  )
}
