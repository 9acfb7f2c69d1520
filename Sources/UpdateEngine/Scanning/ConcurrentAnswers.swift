/// The answers to all questions, in their order, some of them asked at the same time.
///
/// - Parameters:
///   - width: Of images, so many are under way; a host gets fewer requests, as the client says.
///   - progress: Is called with the number of questions that are answered.
package func answers<Question: Sendable, Answer: Sendable>(
    to questions: [Question], width: Int = 16, progress: (Int) -> Void = { _ in },
    _ answer: @escaping @Sendable (Question) async -> Answer
) async -> [Answer] {
    var answers: [Answer?] = Array(repeating: nil, count: questions.count)
    await withTaskGroup(of: (Int, Answer).self) { group in
        var rest = questions.enumerated().makeIterator()
        func addNext() {
            guard let (number, question) = rest.next() else { return }
            group.addTask { (number, await answer(question)) }
        }
        for _ in 0..<width { addNext() }
        var doneCount = 0
        for await (number, answer) in group {
            answers[number] = answer
            doneCount += 1
            progress(doneCount)
            addNext()
        }
    }
    return answers.compactMap(\.self)
}
