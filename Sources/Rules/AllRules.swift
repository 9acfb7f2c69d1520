import RuleCatalog

/// Every rule with its definition, in the order of the catalogue.
private let catalogue: [(rule: any Rule, definition: [UInt8])] = [
    (ImageLatestTag(), RuleCatalog.imageLatestTag),
    (ImageUntagged(), RuleCatalog.imageUntagged),
    (ImageFloatingTag(), RuleCatalog.imageFloatingTag),
    (ImageReferenceInvalid(), RuleCatalog.imageReferenceInvalid),
    (ImageNameMisspelled(), RuleCatalog.imageNameMisspelled),
    (ImagePlaceholderLeft(), RuleCatalog.imagePlaceholderLeft),
    (ImageDigestInvalid(), RuleCatalog.imageDigestInvalid),
    (ImageDigestMissing(), RuleCatalog.imageDigestMissing),
    (ImageEnvironmentMismatch(), RuleCatalog.imageEnvironmentMismatch),
    (ImageTagFormat(), RuleCatalog.imageTagFormat),
    (ImageTagUnquoted(), RuleCatalog.imageTagUnquoted),
    (ImageRegistryForbidden(), RuleCatalog.imageRegistryForbidden),
    (PromotionDigestDiffers(), RuleCatalog.promotionDigestDiffers),
    (PromotionSkipped(), RuleCatalog.promotionSkipped),
    (MarkerMalformed(), RuleCatalog.markerMalformed),
    (MarkerMisspelled(), RuleCatalog.markerMisspelled),
    (MarkerMisplaced(), RuleCatalog.markerMisplaced),
    (MarkerHidden(), RuleCatalog.markerHidden),
    (MarkerVariable(), RuleCatalog.markerVariable),
    (MarkerFormMismatch(), RuleCatalog.markerFormMismatch),
    (MarkerValueRetyped(), RuleCatalog.markerValueRetyped),
    (MarkerPolicyMissing(), RuleCatalog.markerPolicyMissing),
    (MarkerNamespaceMismatch(), RuleCatalog.markerNamespaceMismatch),
    (MarkerTagNotAdmitted(), RuleCatalog.markerTagNotAdmitted),
    (MarkerPolicyUnselected(), RuleCatalog.markerPolicyUnselected),
    (MarkerOutsideAutomation(), RuleCatalog.markerOutsideAutomation),
    (MarkerFileSkipped(), RuleCatalog.markerFileSkipped),
    (MarkerImageMismatch(), RuleCatalog.markerImageMismatch),
    (MarkerDigestCleared(), RuleCatalog.markerDigestCleared),
    (MarkerDigestStale(), RuleCatalog.markerDigestStale),
    (PolicyInvalid(), RuleCatalog.policyInvalid),
    (PolicyPatternInvalid(), RuleCatalog.policyPatternInvalid),
    (PolicyPatternUnanchored(), RuleCatalog.policyPatternUnanchored),
    (PolicyPatternOpenEnded(), RuleCatalog.policyPatternOpenEnded),
    (PolicyPatternLacksZero(), RuleCatalog.policyPatternLacksZero),
    (PolicyNeverMatches(), RuleCatalog.policyNeverMatches),
    (PolicyExtractInvalid(), RuleCatalog.policyExtractInvalid),
    (PolicyExtractNotNumeric(), RuleCatalog.policyExtractNotNumeric),
    (PolicyExtractCollides(), RuleCatalog.policyExtractCollides),
    (PolicyOrderUnsound(), RuleCatalog.policyOrderUnsound),
    (PolicyOrderReversed(), RuleCatalog.policyOrderReversed),
    (PolicyRangeInvalid(), RuleCatalog.policyRangeInvalid),
    (PolicyRangeAdmitsPrerelease(), RuleCatalog.policyRangeAdmitsPrerelease),
    (PolicyRangeAdmitsNextPrerelease(), RuleCatalog.policyRangeAdmitsNextPrerelease),
    (PolicyCrossesEnvironments(), RuleCatalog.policyCrossesEnvironments),
    (PolicyAdmitsMutableTag(), RuleCatalog.policyAdmitsMutableTag),
    (PolicyRepositoryMissing(), RuleCatalog.policyRepositoryMissing),
    (PolicyAccessDenied(), RuleCatalog.policyAccessDenied),
    (PolicyAmbiguous(), RuleCatalog.policyAmbiguous),
    (PolicyUnused(), RuleCatalog.policyUnused),
    (PolicyImageMismatch(), RuleCatalog.policyImageMismatch),
    (RepositoryImageInvalid(), RuleCatalog.repositoryImageInvalid),
    (RepositoryImageAmbiguous(), RuleCatalog.repositoryImageAmbiguous),
    (RepositorySecretIgnored(), RuleCatalog.repositorySecretIgnored),
    (RepositoryFieldInvalid(), RuleCatalog.repositoryFieldInvalid),
    (RepositoryExclusionConflict(), RuleCatalog.repositoryExclusionConflict),
    (RepositoryAccessOpen(), RuleCatalog.repositoryAccessOpen),
    (RepositoryInsecure(), RuleCatalog.repositoryInsecure),
    (ReceiverUnauthenticated(), RuleCatalog.receiverUnauthenticated),
    (ReceiverInvalid(), RuleCatalog.receiverInvalid),
    (ReceiverTargetMissing(), RuleCatalog.receiverTargetMissing),
    (ObjectInvalid(), RuleCatalog.objectInvalid),
    (ApiVersionRemoved(), RuleCatalog.apiVersionRemoved),
    (SecretUnencrypted(), RuleCatalog.secretUnencrypted),
    (AutomationInvalid(), RuleCatalog.automationInvalid),
    (AutomationTemplateInvalid(), RuleCatalog.automationTemplateInvalid),
    (AutomationSourceMissing(), RuleCatalog.automationSourceMissing),
    (AutomationPushTargetMissing(), RuleCatalog.automationPushTargetMissing),
    (AutomationPathMissing(), RuleCatalog.automationPathMissing),
    (AutomationOverlaps(), RuleCatalog.automationOverlaps),
    (AutomationAmbiguous(), RuleCatalog.automationAmbiguous),
    (AutomationRunBlocked(), RuleCatalog.automationRunBlocked),
    (AutomationPushesDirectly(), RuleCatalog.automationPushesDirectly),
    (AutomationCrossesEnvironments(), RuleCatalog.automationCrossesEnvironments),
    (HoldExpired(), RuleCatalog.holdExpired),
    (HoldIneffective(), RuleCatalog.holdIneffective),
    (HoldMalformed(), RuleCatalog.holdMalformed),
    (KustomizationEntryMissing(), RuleCatalog.kustomizationEntryMissing),
    (KustomizationInvalid(), RuleCatalog.kustomizationInvalid),
    (YamlInvalid(), RuleCatalog.yamlInvalid),
    (KustomizationImageUnused(), RuleCatalog.kustomizationImageUnused),
    (ObjectUnapplied(), RuleCatalog.objectUnapplied),
    (DirectoryUnapplied(), RuleCatalog.directoryUnapplied),
    (ConfigurationGlobUnused(), RuleCatalog.configurationGlobUnused),
]

/// Every rule, in the order of the catalogue.
package let allRules = catalogue.map(\.rule)

/// The definitions of all rules, by their types.
private let definitions = Dictionary(
    uniqueKeysWithValues: catalogue.map { rule, markdown in
        (ObjectIdentifier(type(of: rule)), RuleDefinition(markdown: markdown))
    })

extension Rule {
    /// The rule's definition in the catalogue; traps for a rule that is not part of it.
    package static var definition: RuleDefinition {
        guard let definition = definitions[ObjectIdentifier(Self.self)] else {
            preconditionFailure("the catalogue lists no \(Self.self)")
        }
        return definition
    }
}

extension RuleDefinition {
    package static let suppressionMalformed = RuleDefinition(
        markdown: RuleCatalog.suppressionMalformed)
    package static let suppressionUnused = RuleDefinition(markdown: RuleCatalog.suppressionUnused)
    package static let suppressionExpired = RuleDefinition(
        markdown: RuleCatalog.suppressionExpired)
    package static let guardrailWeakened = RuleDefinition(markdown: RuleCatalog.guardrailWeakened)

    /// The rules that Triage checks: they judge suppressions and baselines, not the model.
    package static let guards = [
        suppressionMalformed, suppressionUnused, suppressionExpired, guardrailWeakened,
    ]

    /// Every definition, in the order of the catalogue.
    package static let all = allRules.map(\.definition) + guards
}
