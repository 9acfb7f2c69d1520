/// The definitions of all rules, as they stand in `definitions/`.
package enum RuleCatalog {
    package static let apiVersionRemoved = PackageResources.api_version_removed_md
    package static let automationAmbiguous = PackageResources.automation_ambiguous_md
    package static let automationCrossesEnvironments = PackageResources
        .automation_crosses_environments_md
    package static let automationInvalid = PackageResources.automation_invalid_md
    package static let automationOverlaps = PackageResources.automation_overlaps_md
    package static let automationPathMissing = PackageResources.automation_path_missing_md
    package static let automationPushTargetMissing = PackageResources
        .automation_push_target_missing_md
    package static let automationPushesDirectly = PackageResources.automation_pushes_directly_md
    package static let automationRunBlocked = PackageResources.automation_run_blocked_md
    package static let automationSourceMissing = PackageResources.automation_source_missing_md
    package static let automationTemplateInvalid = PackageResources.automation_template_invalid_md
    package static let guardrailWeakened = PackageResources.guardrail_weakened_md
    package static let imageDigestInvalid = PackageResources.image_digest_invalid_md
    package static let imageDigestMissing = PackageResources.image_digest_missing_md
    package static let imageEnvironmentMismatch = PackageResources.image_environment_mismatch_md
    package static let imageFloatingTag = PackageResources.image_floating_tag_md
    package static let imageLatestTag = PackageResources.image_latest_tag_md
    package static let imageNameMisspelled = PackageResources.image_name_misspelled_md
    package static let imagePlaceholderLeft = PackageResources.image_placeholder_left_md
    package static let imageReferenceInvalid = PackageResources.image_reference_invalid_md
    package static let imageRegistryForbidden = PackageResources.image_registry_forbidden_md
    package static let imageTagFormat = PackageResources.image_tag_format_md
    package static let imageTagUnquoted = PackageResources.image_tag_unquoted_md
    package static let imageUntagged = PackageResources.image_untagged_md
    package static let kustomizationEntryMissing = PackageResources.kustomization_entry_missing_md
    package static let kustomizationImageUnused = PackageResources.kustomization_image_unused_md
    package static let markerDigestCleared = PackageResources.marker_digest_cleared_md
    package static let markerDigestStale = PackageResources.marker_digest_stale_md
    package static let markerFileSkipped = PackageResources.marker_file_skipped_md
    package static let markerFormMismatch = PackageResources.marker_form_mismatch_md
    package static let markerHidden = PackageResources.marker_hidden_md
    package static let markerImageMismatch = PackageResources.marker_image_mismatch_md
    package static let markerMalformed = PackageResources.marker_malformed_md
    package static let markerMisplaced = PackageResources.marker_misplaced_md
    package static let markerMisspelled = PackageResources.marker_misspelled_md
    package static let markerNamespaceMismatch = PackageResources.marker_namespace_mismatch_md
    package static let markerOutsideAutomation = PackageResources.marker_outside_automation_md
    package static let markerPolicyMissing = PackageResources.marker_policy_missing_md
    package static let markerPolicyUnselected = PackageResources.marker_policy_unselected_md
    package static let markerTagNotAdmitted = PackageResources.marker_tag_not_admitted_md
    package static let markerValueRetyped = PackageResources.marker_value_retyped_md
    package static let markerVariable = PackageResources.marker_variable_md
    package static let objectInvalid = PackageResources.object_invalid_md
    package static let objectUnapplied = PackageResources.object_unapplied_md
    package static let policyAccessDenied = PackageResources.policy_access_denied_md
    package static let policyAdmitsMutableTag = PackageResources.policy_admits_mutable_tag_md
    package static let policyAmbiguous = PackageResources.policy_ambiguous_md
    package static let policyCrossesEnvironments = PackageResources.policy_crosses_environments_md
    package static let policyExtractCollides = PackageResources.policy_extract_collides_md
    package static let policyExtractInvalid = PackageResources.policy_extract_invalid_md
    package static let policyExtractNotNumeric = PackageResources.policy_extract_not_numeric_md
    package static let policyImageMismatch = PackageResources.policy_image_mismatch_md
    package static let policyInvalid = PackageResources.policy_invalid_md
    package static let policyNeverMatches = PackageResources.policy_never_matches_md
    package static let policyOrderReversed = PackageResources.policy_order_reversed_md
    package static let policyOrderUnsound = PackageResources.policy_order_unsound_md
    package static let policyPatternInvalid = PackageResources.policy_pattern_invalid_md
    package static let policyPatternLacksZero = PackageResources.policy_pattern_lacks_zero_md
    package static let policyPatternOpenEnded = PackageResources.policy_pattern_open_ended_md
    package static let policyPatternUnanchored = PackageResources.policy_pattern_unanchored_md
    package static let policyRangeAdmitsNextPrerelease = PackageResources
        .policy_range_admits_next_prerelease_md
    package static let policyRangeAdmitsPrerelease = PackageResources
        .policy_range_admits_prerelease_md
    package static let policyRangeInvalid = PackageResources.policy_range_invalid_md
    package static let policyRepositoryMissing = PackageResources.policy_repository_missing_md
    package static let policyUnused = PackageResources.policy_unused_md
    package static let receiverInvalid = PackageResources.receiver_invalid_md
    package static let receiverTargetMissing = PackageResources.receiver_target_missing_md
    package static let receiverUnauthenticated = PackageResources.receiver_unauthenticated_md
    package static let repositoryAccessOpen = PackageResources.repository_access_open_md
    package static let repositoryExclusionConflict = PackageResources
        .repository_exclusion_conflict_md
    package static let repositoryFieldInvalid = PackageResources.repository_field_invalid_md
    package static let repositoryImageAmbiguous = PackageResources.repository_image_ambiguous_md
    package static let repositoryImageInvalid = PackageResources.repository_image_invalid_md
    package static let repositoryInsecure = PackageResources.repository_insecure_md
    package static let repositorySecretIgnored = PackageResources.repository_secret_ignored_md
    package static let secretUnencrypted = PackageResources.secret_unencrypted_md
    package static let suppressionExpired = PackageResources.suppression_expired_md
    package static let suppressionMalformed = PackageResources.suppression_malformed_md
    package static let suppressionUnused = PackageResources.suppression_unused_md
    package static let yamlInvalid = PackageResources.yaml_invalid_md
}
