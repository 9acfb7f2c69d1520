import ImageReferences

/// Copies images byte for byte to other tags, repositories and registries.
///
/// Nothing is changed, flattened or annotated on the way, and no tag is ever moved. What belongs to
/// an image is there before its tag is. Every step finds out what is there already, so that a copy
/// that broke off is carried on by the next.
package struct ImageCopier: Sendable {
    private let client: RegistryClient
    private let limits: CopyLimits

    package init(_ client: RegistryClient, limits: CopyLimits = CopyLimits()) {
        self.client = client
        self.limits = limits
    }

    /// Finds out what the copy is going to write; writes nothing.
    package func plan(_ copy: ImageCopy) async throws(CopyError) -> CopyPlan {
        var planner = CopyPlanner(copy, client, limits: limits)
        do throws(CopyError.Reason) {
            return try await planner.plan()
        } catch {
            throw CopyError(copy: copy, reason: error)
        }
    }

    /// - Parameter progress: Called again and again while blobs are copied.
    package func carryOut(
        _ copy: ImageCopy, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws(CopyError) -> CopyOutcome {
        try await carryOut(try await plan(copy), progress: progress)
    }

    /// Carries out a plan that was made a moment ago.
    package func carryOut(
        _ plan: CopyPlan, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws(CopyError) -> CopyOutcome {
        guard let manifest = plan.manifest else {
            return CopyOutcome(digest: plan.copy.digest, isNew: false)
        }
        do throws(CopyError.Reason) {
            var run = CopyRun(plan, client, limits: limits)
            try await run.copyBlobs(progress)
            try await run.putManifests()
            return try await run.putTag(manifest)
        } catch {
            throw CopyError(copy: plan.copy, reason: error)
        }
    }
}
