import NavigationOutlined from '@mui/icons-material/NavigationOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { DriverState } from '@rumbo/contract/drivers.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { navigationLink } from './driver.rules.ts'
import type { Act } from './use-driver.ts'

/** A place where requests are expected, for a driver without a service. It is a suggestion, not an instruction. */
export function SuggestionCard({
  suggestion,
  act,
}: {
  suggestion: NonNullable<DriverState['suggestion']>
  act: Act
}) {
  const { t, language } = useText()
  const { id, to, toName, driveSeconds, isEstimate, expected, vehiclesThere } = suggestion
  const minutes = Math.max(1, Math.round(driveSeconds / 60))
  return (
    <Card title={t('driver.suggestion.title', { place: toName })}>
      <Box sx={{ display: 'grid', gap: '12px' }}>
        <Box role="status">
          {isEstimate ? '≈ ' : ''}
          {t('driver.suggestion.why', {
            minutes,
            expected: formatNumber(language, expected, 1),
            vehicles: vehiclesThere,
          })}
        </Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('driver.suggestion.free')}</Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 2fr', gap: '12px' }}>
          <Button
            variant="outlined"
            sx={{ minHeight: 56 }}
            onClick={() => void act({ kind: 'dismiss_suggestion', suggestionId: id })}
          >
            {t('driver.suggestion.dismiss')}
          </Button>
          <Button
            component="a"
            href={navigationLink(to)}
            target="_blank"
            rel="noreferrer"
            variant="contained"
            startIcon={<NavigationOutlined />}
            sx={{ minHeight: 56 }}
          >
            {t('driver.service.navigate')}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}
