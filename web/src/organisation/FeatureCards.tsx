import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { type Feature, featureCategories } from '@rumbo/contract/features'
import { useEffect, useId, useRef } from 'react'
import { AppLink } from '../app/navigation/address.tsx'
import { usePlanAddress } from '../app/shell/FeatureNotice.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type Configuration, isOn, missing, type Switched } from './configuration-draft.rules.ts'

interface FeatureCardsProps {
  configuration: Configuration
  switched: Switched
  isBusy: boolean
  /** Scrolled into view, with the focus on its switch. */
  wanted?: string
  onSwitch: (feature: Feature, isEnabled: boolean) => void
}

/** The features of a fleet in five categories, each with a switch or the reason why it has none. */
export function FeatureCards({ configuration, switched, isBusy, wanted, onSwitch }: FeatureCardsProps) {
  const { t } = useText()
  return (
    <Box sx={{ columnCount: { xs: 1, md: 2, xl: 3 }, columnGap: '16px' }}>
      {featureCategories.map((category) => (
        <Box key={category} sx={{ breakInside: 'avoid', pb: '16px' }}>
          <Card title={t(`companies.category.${category}`)} isFlush>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {configuration.features
                .filter((one) => one.category === category)
                .map((one) => (
                  <FeatureRow
                    key={one.feature}
                    entry={one}
                    isEnabled={isOn(configuration, switched, one.feature)}
                    isChanged={one.feature in switched}
                    needed={missing(configuration, switched, one.feature)}
                    isBusy={isBusy}
                    isWanted={one.feature === wanted}
                    onSwitch={(isEnabled) => onSwitch(one.feature, isEnabled)}
                  />
                ))}
            </Box>
          </Card>
        </Box>
      ))}
    </Box>
  )
}

interface FeatureRowProps {
  entry: Configuration['features'][number]
  isEnabled: boolean
  isChanged: boolean
  needed: Feature | null
  isBusy: boolean
  isWanted: boolean
  onSwitch: (isEnabled: boolean) => void
}

function FeatureRow({ entry, isEnabled, isChanged, needed, isBusy, isWanted, onSwitch }: FeatureRowProps) {
  const { t } = useText()
  const [nameId, textId] = [useId(), useId()]
  const { feature, isCore, isLocked } = entry
  const toPlan = usePlanAddress()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isWanted) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isWanted])
  const name = t(`companies.feature.${feature}`)
  const isFixed = isCore || isLocked
  const reason = isLocked
    ? t('problems.feature_locked', { tier: t(`organisation.tier.${entry.tier}`) })
    : isCore
      ? t('companies.configuration.core')
      : null
  return (
    <Box
      component="li"
      ref={row}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '12px',
        p: '10px 10px 10px 16px',
        borderTop: `1px solid ${token('line')}`,
        backgroundColor: isChanged || isWanted ? token('primarySoft') : undefined,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id={nameId} sx={{ fontWeight: 620, color: token(isLocked ? 'textSoft' : 'text') }}>
          {name}
        </Typography>
        <Box id={textId} sx={{ typography: 'body2', color: token('textSoft') }}>
          {t(`companies.feature.text.${feature}`)}
          {feature === 'dispatch' && ` ${t('companies.configuration.follows')}`}
          {reason !== null && (
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: '5px',
                mt: '2px',
                color: token(isLocked ? 'primaryText' : 'textFaint'),
              }}
            >
              <LockOutlined aria-hidden sx={{ fontSize: 16 }} />
              {reason}
              {isLocked && toPlan !== null && (
                <AppLink to={toPlan} aria-label={t('organisation.feature.changePlanFor', { feature: name })}>
                  {t('organisation.feature.changePlanShort')}
                </AppLink>
              )}
            </Box>
          )}
          {needed !== null && (
            <Box role="status" sx={{ mt: '2px', color: token('alarmed') }}>
              {t('companies.configuration.needs', { feature: t(`companies.feature.${needed}`) })}
            </Box>
          )}
        </Box>
      </Box>
      <Switch
        checked={isEnabled}
        disabled={isFixed || isBusy}
        onChange={(_, next) => onSwitch(next)}
        slotProps={{ input: { 'aria-labelledby': nameId, 'aria-describedby': textId } }}
      />
    </Box>
  )
}
