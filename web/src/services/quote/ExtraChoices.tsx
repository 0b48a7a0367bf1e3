import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { Quote } from '@rumbo/contract/billing.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface ExtraChoicesProps {
  /** By the tariff in force. */
  offered: Quote['extras']
  chosen: Service['extras']
  currency: string
  onChange: (chosen: Service['extras']) => void
}

/** The extras that a tariff offers; those chosen before stay listed when it does not offer them any more. */
export function ExtraChoices({ offered, chosen, currency, onChange }: ExtraChoicesProps) {
  const { t, language } = useText()
  const isOffered = (key: string) => offered.some((extra) => extra.key === key)
  const listed = [
    ...offered.map(({ key, name, amount }) => ({
      key,
      name,
      label: `${name} · ${formatMoney(language, amount, currency)}`,
    })),
    ...chosen.filter(({ key }) => !isOffered(key)).map(({ key, name }) => ({ key, name, label: name })),
  ]
  if (listed.length === 0) return null
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'caption', color: token('textSoft'), p: 0 }}>
        {t('services.field.extras')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: '16px' }}>
        {listed.map(({ key, name, label }) => (
          <FormControlLabel
            key={key}
            label={label}
            control={
              <Checkbox
                size="small"
                checked={chosen.some((extra) => extra.key === key)}
                onChange={(_, isChecked) =>
                  onChange(
                    isChecked ? [...chosen, { key, name }] : chosen.filter((extra) => extra.key !== key),
                  )
                }
              />
            }
          />
        ))}
      </Box>
    </Box>
  )
}
