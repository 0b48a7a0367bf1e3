import type { Feature } from '@rumbo/contract/features'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { ScreenProps } from '../navigation/screen-entry.ts'
import type { FeatureBlock } from '../session/features.rules.ts'
import { FeatureNotice } from './FeatureNotice.tsx'

interface FeatureBlockedProps extends ScreenProps {
  feature: Feature
  block: FeatureBlock
}

/** Shown for a screen whose feature the plan lacks or that is switched off. */
export function FeatureBlocked({ title, feature, block }: FeatureBlockedProps) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <FeatureNotice feature={feature} block={block} />
      </Card>
    </>
  )
}
